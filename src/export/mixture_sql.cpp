// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "export/formats.h"
#include "export/sql_text.h"

namespace fairpca {
namespace {

/// e to this power is a number in every database, and so is e to minus it; as a ratio it is none.
constexpr const char* kLargestLog = "700e0";

/// SELECTs, each around the last: differences d from the mean of a component, coordinates a along
/// its frame, residuals e, log densities l, responsibilities r; component and place in the name.
class MixtureSelects {
 public:
  MixtureSelects(const Model& model, SqlSelect& select)
      : model_(model), parts_(exported_components(*model.mixture)), select_(select) {
    add_differences();
    add_coordinates();
    add_residuals();
    add_log_densities();
    add_responsibilities();
  }

  std::vector<std::string> coordinates() const {
    std::vector<std::vector<std::string>> terms(static_cast<std::size_t>(model_.dimensions()));
    const bool blocks = model_.mixture->embedding == Embedding::kBlocks;
    for (std::size_t c = 0; c < parts_.size(); ++c) {
      for (Index j = 0; j < latent(); ++j) {
        const std::size_t place =
            (blocks ? c * static_cast<std::size_t>(latent()) : 0) + static_cast<std::size_t>(j);
        terms[place].push_back(
            fmt::format("r{} * a{}_{} * {}", c, c, j, sql_number(parts_[c].coordinate_scale(j))));
      }
    }
    std::vector<std::string> sums;
    for (const auto& one : terms) sums.push_back(nested_sum(one));
    return sums;
  }

 private:
  Index width() const { return model_.mean.size(); }
  Index latent() const { return model_.mixture->latent_dimensions(); }

  /// `columns`, those carried along, and those that `also` names for each component and place.
  void nest(std::vector<std::string> columns, char also = 0) {
    columns.insert(columns.begin(), select_.kept.begin(), select_.kept.end());
    const Index places = also == 'd' ? width() : also == 'a' ? latent() : 0;
    for (std::size_t c = 0; c < parts_.size(); ++c) {
      for (Index i = 0; i < places; ++i) columns.push_back(fmt::format("{}{}_{}", also, c, i));
    }
    select_.text = sql_select(columns, sql_nested(select_.text));
  }

  void add_differences() {
    std::vector<std::string> columns;
    for (std::size_t c = 0; c < parts_.size(); ++c) {
      for (Index i = 0; i < width(); ++i) {
        columns.push_back(fmt::format("x{} / {}{} AS d{}_{}", i + 1, sql_number(model_.scale(i)),
                                      sql_minus(parts_[c].gaussian->mean(i)), c, i));
      }
    }
    nest(columns);
  }

  void add_coordinates() {
    std::vector<std::string> columns;
    for (std::size_t c = 0; c < parts_.size(); ++c) {
      for (Index j = 0; j < latent(); ++j) {
        std::vector<std::string> terms;
        for (Index i = 0; i < width(); ++i) {
          terms.push_back(
              fmt::format("d{}_{} * {}", c, i, sql_number(parts_[c].gaussian->frame(i, j))));
        }
        columns.push_back(fmt::format("{} AS a{}_{}", nested_sum(terms), c, j));
      }
    }
    nest(columns, 'd');
  }

  void add_residuals() {
    std::vector<std::string> columns;
    for (std::size_t c = 0; c < parts_.size(); ++c) {
      for (Index i = 0; i < width(); ++i) {
        std::vector<std::string> terms;
        for (Index j = 0; j < latent(); ++j) {
          terms.push_back(
              fmt::format("a{}_{} * {}", c, j, sql_number(parts_[c].gaussian->frame(i, j))));
        }
        columns.push_back(fmt::format("d{0}_{1} - ({2}) AS e{0}_{1}", c, i, nested_sum(terms)));
      }
    }
    nest(columns, 'a');
  }

  void add_log_densities() {
    std::vector<std::string> columns;
    for (std::size_t c = 0; c < parts_.size(); ++c) {
      const PpcaComponent& gaussian = *parts_[c].gaussian;
      std::vector<std::string> along, across;
      for (Index j = 0; j < latent(); ++j) {
        along.push_back(
            fmt::format("a{0}_{1} * a{0}_{1} / {2}", c, j, sql_number(gaussian.variance(j))));
      }
      for (Index i = 0; i < width(); ++i) {
        across.push_back(fmt::format("e{0}_{1} * e{0}_{1}", c, i));
      }
      columns.push_back(fmt::format("{} - 0.5e0 * ({} + ({}) / {}) AS l{}",
                                    sql_number(parts_[c].log_weight), nested_sum(along),
                                    nested_sum(across), sql_number(gaussian.noise_variance), c));
    }
    nest(columns, 'a');
  }

  /// 1 / sum_b exp(l_b - l_c): no maximum is needed, which every database spells in its own way.
  void add_responsibilities() {
    std::vector<std::string> columns;
    for (std::size_t c = 0; c < parts_.size(); ++c) {
      std::vector<std::string> terms = {"1e0"};
      for (std::size_t b = 0; b < parts_.size(); ++b) {
        if (b == c) continue;
        terms.push_back(fmt::format(
            "EXP(CASE WHEN l{0} - l{1} > {2} THEN {2} WHEN l{0} - l{1} < -{2} THEN -{2} "
            "ELSE l{0} - l{1} END)",
            b, c, kLargestLog));
      }
      columns.push_back(fmt::format("1e0 / ({}) AS r{}", nested_sum(terms), c));
    }
    nest(columns, 'a');
  }

  const Model& model_;
  std::vector<ExportedComponent> parts_;
  SqlSelect& select_;
};

}  // namespace

std::vector<std::string> mixture_coordinates(const Model& model, SqlSelect& select) {
  return MixtureSelects(model, select).coordinates();
}

}  // namespace fairpca
