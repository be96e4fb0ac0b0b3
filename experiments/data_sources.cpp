// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/data_sources.h"

#include <string_view>

#include <fmt/format.h>

#include "experiments/messages.h"
#include "fairpca/error.h"

namespace fairpca {
namespace {

struct DataSource {
  std::string_view file;  ///< how its path begins
  std::string_view source;
};

constexpr DataSource kSources[] = {
    {"rfpca/splits/",
     "the ten divisions of the RFPCA authors' loader (NumPy's default_rng, seeds 0 "
     "to 9, 30 % of each group)"},
    {"rfpca/default_credit", "UCI Default of Credit Card Clients, doi:10.24432/C55S3H"},
    {"rfpca/taiwan_credit", "UCI Default of Credit Card Clients, doi:10.24432/C55S3H"},
    {"rfpca/biodeg", "UCI QSAR Biodegradation, doi:10.24432/C5H60M"},
    {"rfpca/ecoli", "UCI Ecoli, doi:10.24432/C5388M"},
    {"rfpca/energy", "UCI Energy Efficiency, doi:10.24432/C51307"},
    {"rfpca/german_credit", "UCI Statlog (German Credit Data), doi:10.24432/C5NC77"},
    {"rfpca/image", "UCI Image Segmentation, doi:10.24432/C5GP4N"},
    {"rfpca/letter", "UCI Letter Recognition, doi:10.24432/C5ZP40"},
    {"rfpca/magic", "UCI MAGIC Gamma Telescope, doi:10.24432/C52C8B"},
    {"rfpca/parkinsons", "UCI Parkinsons Telemonitoring, doi:10.24432/C5ZS3N"},
    {"rfpca/skillcraft", "UCI SkillCraft1 Master Table, doi:10.24432/C5161N"},
    {"rfpca/statlog", "UCI Statlog (Landsat Satellite), doi:10.24432/C55887"},
    {"rfpca/steel", "UCI Steel Plates Faults, doi:10.24432/C5J88N"},
    {"rfpca/wine_quality", "UCI Wine Quality, doi:10.24432/C56S3T"},
    {"lfw/",
     "Labeled Faces in the Wild (Huang et al. 2007), sex labels of Afifi and Abdelhamed, "
     "as in the repository mhli971/Fair-PCA"},
    {"samadi/", "UCI Default of Credit Card Clients, doi:10.24432/C55S3H, its first 21 columns"},
    {"mbfpca/compas",
     "ProPublica's COMPAS analysis, as in the repository "
     "nick-jhlee/fair-manifold-pca"},
    {"mbfpca/german",
     "UCI Statlog (German Credit Data), doi:10.24432/C5NC77, as in the repository "
     "nick-jhlee/fair-manifold-pca"},
    {"mbfpca/adult",
     "UCI Adult, doi:10.24432/C5XW20, as in the repository "
     "nick-jhlee/fair-manifold-pca"},
    {"mbfpca/synthetic", "the draws in the repository nick-jhlee/fair-manifold-pca"},
    {"frmppca/german", "UCI Statlog (German Credit Data), doi:10.24432/C5NC77"},
    {"frmppca/compas", "ProPublica's COMPAS analysis, repository propublica/compas-analysis"},
    {"frmppca/adult", "UCI Adult, doi:10.24432/C5XW20"},
    {"extra/",
     "UCI Bank Marketing, doi:10.24432/C5K306, and Default of Credit Card Clients, "
     "doi:10.24432/C55S3H"},
    {"published_results/rfpca", "the numbers of the tables of Vu et al. (2022)"},
    {"published_results/mbfpca",
     "the numbers of Lee et al. (2022) and of their repository "
     "nick-jhlee/fair-manifold-pca"},
    {"published_results/fairpca", "the tables of the repository mhli971/Fair-PCA"},
};

}  // namespace

std::string source_of(const std::string& file) {
  for (const DataSource& one : kSources) {
    if (file.starts_with(one.file)) return std::string(one.source);
  }
  return "a data set of the papers";
}

std::filesystem::path existing_data_file(const std::filesystem::path& folder,
                                         const std::string& name) {
  if (folder.empty()) {
    reject(experiments_message<"data-folder-missing">(
        "needed"_is(fmt::format("{} is needed ({})", name, source_of(name)))));
  }
  std::filesystem::path path = folder / name;
  if (!std::filesystem::exists(path)) {
    reject(experiments_message<"data-set-not-there">("place"_is(Place{.file = path.string()}),
                                                     "source"_is(source_of(name))));
  }
  return path;
}

}  // namespace fairpca
