// SPDX-License-Identifier: BSD-3-Clause
// The loadings that Lee et al. (2022) stored, measured by our kernel sums.
#include <zlib.h>

#include <cmath>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "dense_oracles.h"
#include "fairpca/kernels/bandwidth.h"
#include "fairpca/kernels/mmd_contrast.h"
#include "fit/data_sets.h"

namespace fairpca {
namespace mmd_data_test {

using Cells = std::vector<std::string>;

std::vector<Cells> read_cells(const std::filesystem::path& path) {
  std::vector<Cells> rows;
  const gzFile file = gzopen(path.c_str(), "rb");
  std::vector<char> line(1 << 16);
  while (file != nullptr && gzgets(file, line.data(), static_cast<int>(line.size())) != nullptr) {
    std::string text(line.data());
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
    std::stringstream stream(text);
    Cells cells;
    for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
    rows.push_back(std::move(cells));
  }
  if (file != nullptr) gzclose(file);
  return rows;
}

/// The training rows of a split, standardised, group 0 first.
struct Split {
  RowMatrix rows;
  CellRows cells;
};

Split read_split(const std::string& name, std::size_t split) {
  const std::vector<Cells> table = read_cells(data_set("mbfpca/" + name + ".csv"));
  const std::vector<Cells> parts = read_cells(data_set("mbfpca/" + name + "_splits.csv"));
  const std::size_t p = table.front().size() - 2;
  std::vector<std::vector<double>> groups[2];
  for (std::size_t i = 1; i < table.size(); ++i) {
    if (parts[i][split] != "train") continue;
    std::vector<double> row;
    for (std::size_t k = 0; k < p; ++k) row.push_back(std::stod(table[i][k]));
    groups[std::stod(table[i][p + 1]) == 1 ? 1 : 0].push_back(std::move(row));
  }
  Split result;
  const auto first = static_cast<Index>(groups[0].size());
  const auto second = static_cast<Index>(groups[1].size());
  result.cells = CellRows::uniform({first, second});
  result.rows.resize(first + second, static_cast<Index>(p));
  for (Index i = 0; i < first + second; ++i) {
    const auto& row = i < first ? groups[0][static_cast<std::size_t>(i)]
                                : groups[1][static_cast<std::size_t>(i - first)];
    result.rows.row(i) = Eigen::Map<const Eigen::RowVectorXd>(row.data(), row.size());
  }
  result.rows.rowwise() -= result.rows.colwise().mean().eval();
  for (Index k = 0; k < result.rows.cols(); ++k) {
    const double deviation =
        std::sqrt(result.rows.col(k).squaredNorm() / static_cast<double>(result.rows.rows()));
    if (deviation > 0) result.rows.col(k) /= deviation;
  }
  return result;
}

/// (method, param) -> loadings of one split, p x d.
std::map<std::pair<std::string, std::string>, Matrix> read_loadings(const std::string& name,
                                                                    Index d, std::size_t split,
                                                                    Index p) {
  std::map<std::pair<std::string, std::string>, Matrix> found;
  std::map<std::pair<std::string, std::string>, Index> row;
  for (const Cells& cells : read_cells(data_set("published_results/mbfpca_loadings_" + name + "_d" +
                                                std::to_string(d) + ".csv.gz"))) {
    if (cells.size() < 5 || cells[2] != std::to_string(split)) continue;
    const auto key = std::make_pair(cells[0], cells[1]);
    Matrix& loadings = found.try_emplace(key, Matrix::Zero(p, d)).first->second;
    for (Index k = 0; k < d; ++k) {
      loadings(row[key], k) = std::stod(cells[static_cast<std::size_t>(4 + k)]);
    }
    ++row[key];
  }
  return found;
}

TEST(MmdDataTest, TheAuthorsLoadingsHaveTheMeasuresComputedFromThem) {
  const auto path = data_set("published_results/mbfpca_loadings_metrics.csv");
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "no data sets; set FAIRPCA_DATA";
  int compared = 0;
  const std::vector<Cells> metrics = read_cells(path);
  for (const std::string name : {"german", "compas", "adult"}) {
    for (const std::size_t split : {0, 7}) {
      const Split data = read_split(name, split);
      const Matrix covariance =
          data.rows.transpose() * data.rows / static_cast<double>(data.rows.rows());
      const Matrix vectors = dense::eigenpairs(covariance).vectors;
      for (const Index d : {2, 10}) {
        const double bandwidth =
            kernel_bandwidth(data.rows * vectors.rightCols(d), BandwidthRule::kAuthors);
        const auto sums = make_kernel_sums(data.cells, {.bandwidth = bandwidth});
        const MmdContrast contrast =
            mmd_contrast(data.cells, Vector::Unit(2, 0), Vector::Unit(2, 1), MmdEstimator::kBiased);
        const auto loadings = read_loadings(name, d, split, data.rows.cols());
        for (const Cells& row : metrics) {
          if (row[0] != name || row[3] != std::to_string(d) || row[4] != std::to_string(split)) {
            continue;
          }
          const auto found = loadings.find({row[1], row[2]});
          if (found == loadings.end()) continue;
          SCOPED_TRACE(name + " " + row[1] + " " + row[2] + " d " + row[3] + " split " + row[4]);
          const Matrix& v = found->second;
          EXPECT_NEAR(bandwidth, std::stod(row[9]), 1e-7);
          EXPECT_NEAR(contrast.value(sums->gram_sums(data.rows * v, false)), std::stod(row[7]),
                      2e-8);
          const double explained = v.cwiseProduct(covariance * v).sum() / covariance.trace();
          EXPECT_NEAR(100 * explained, std::stod(row[5]), 1e-4);
          ++compared;
        }
      }
    }
  }
  EXPECT_GE(compared, 40);
}

}  // namespace mmd_data_test
}  // namespace fairpca
