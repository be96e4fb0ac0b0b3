// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/fairpca/replication_tables.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "experiments/study_values.h"

namespace fairpca {
namespace {

constexpr int kComparedDigits = 6;  // stored to 16: more than the printed figures of any paper

std::string name_of_data(Replicated data) {
  return data == Replicated::kLfw ? "LFW" : "Default Credit, 22 columns";
}

/// A column of a stored table and what stands for it here.
struct StoredColumn {
  const char* name;
  const char* method;
  const char* measure;
  double (*ours)(const ReplicatedLine&);
  double (*own)(const ReplicatedLine&);  ///< null: none
};

double largest_loss(const GroupLosses& losses) {
  return std::max(losses.loss[0], losses.loss[1]);
}

constexpr StoredColumn kErrorColumns[] = {
    {"re_A", "PCA", "error of A", [](const ReplicatedLine& l) { return l.pca.error[0]; }, nullptr},
    {"re_B", "PCA", "error of B", [](const ReplicatedLine& l) { return l.pca.error[1]; }, nullptr},
    {"re_FairA", "FairPCA", "error of A", [](const ReplicatedLine& l) { return l.fair.error[0]; },
     [](const ReplicatedLine& l) { return l.weights_of_error.error[0]; }},
    {"re_FairB", "FairPCA", "error of B", [](const ReplicatedLine& l) { return l.fair.error[1]; },
     [](const ReplicatedLine& l) { return l.weights_of_error.error[1]; }}};

constexpr StoredColumn kLossColumns[] = {
    {"loss_A", "PCA", "loss of A", [](const ReplicatedLine& l) { return l.pca.loss[0]; }, nullptr},
    {"loss_B", "PCA", "loss of B", [](const ReplicatedLine& l) { return l.pca.loss[1]; }, nullptr},
    {"lossFair_max", "FairPCA", "largest loss",
     [](const ReplicatedLine& l) { return largest_loss(l.fair); },
     [](const ReplicatedLine& l) { return largest_loss(l.weights_of_loss); }}};

std::string reason_for(const StoredColumn& column) {
  const std::string measure = column.measure;
  if (column.own == nullptr) {
    return measure.starts_with("loss")
               ? "stored losses and stored errors (re_A - re_Ahat) disagree "
                 "by up to 7e-5 among themselves"
               : "";
  }
  return "the stored projection is that of a few rounds of multiplicative weights, ours the "
         "optimum";
}

template <std::size_t count>
ComparedTable stored_table(StudyRuns& runs, Replicated data, const std::string& file,
                           const StoredColumn (&columns)[count]) {
  const PublishedTable stored(runs.data_file(file));
  ComparedTable table;
  for (const ReplicatedLine& line : replicated_lines(runs, data)) {
    const std::size_t row = stored.find({{"d", fmt::format("{}", line.d)}});
    for (const StoredColumn& column : columns) {
      ComparedCell cell;
      cell.row = fmt::format("d = {}", line.d);
      cell.method = column.method;
      cell.measure = column.measure;
      cell.published.mean = stored.number(row, column.name);
      cell.digits = kComparedDigits;
      cell.ours.mean = column.ours(line);
      if (column.own != nullptr) cell.own.mean = column.own(line);
      cell.reason = reason_for(column);
      table.cells.push_back(std::move(cell));
    }
  }
  return table;
}

}  // namespace

ComparedTable replicated_errors_table(StudyRuns& runs, Replicated data, const std::string& id) {
  ComparedTable table = stored_table(runs, data, stored_errors_file(data), kErrorColumns);
  table.id = id;
  table.title =
      fmt::format("Errors of groups, {}: a third party's replication and ours", name_of_data(data));
  table.notes = {"Own: multiplicative weights as in the authors' main_re (step 20 / d, 5 rounds)"};
  return table;
}

ComparedTable replicated_losses_table(StudyRuns& runs, Replicated data, const std::string& id) {
  ComparedTable table = stored_table(runs, data, stored_losses_file(data), kLossColumns);
  table.id = id;
  table.title =
      fmt::format("Losses of groups, {}: a third party's replication and ours", name_of_data(data));
  table.notes = {"Own: multiplicative weights as in the authors' main_loss (step 1, 10 rounds)"};
  return table;
}

}  // namespace fairpca
