// SPDX-License-Identifier: BSD-3-Clause
#include "synonyms.h"

#include <algorithm>
#include <cctype>
#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fairpca/fit/methods.h"

namespace fairpca::cli {
namespace {

/// `typed`, one or more words with blanks between them, means `meant`; of two lines that share a
/// word the earlier is the likelier.
struct Synonyms {
  std::string_view meant, typed;
};

constexpr Synonyms kOptionSynonyms[] = {
    {"group",
     "groups protected sensitive protected-attribute protected-attributes protected-column "
     "sensitive-feature sensitive-features sensitive-attribute sensitive-attributes "
     "sensitive-column attribute group-by groupby group-column group-col by g"},
    {"dimensions",
     "n-components ncomponents components num-components dims dim d ndim ndims n-dims n-dimensions "
     "dimension rank pcs n-pcs k n target-dimension target-dimensions"},
    {"output",
     "out output-file outfile out-file output-model model-file save save-model to write "
     "output-path "
     "model-path model-out"},
    {"label",
     "target y labels label-column label-col class outcome response target-column target-name"},
    {"method", "algorithm algo methods estimator solver-name m"},
    {"standardize",
     "scale normalize normalise standardise standard standard-scaler scaling zscore z-score unit-"
     "variance"},
    {"features", "feature columns column cols x use-columns usecols variables only"},
    {"drop",
     "exclude ignore remove skip drop-column drop-columns exclude-columns without delete except"},
    {"categorical", "category categories cat categoricals categorical-columns factor factors"},
    {"weight", "weights sample-weight sample-weights weight-column row-weights w"},
    {"seed", "random-state random-seed rng state"},
    {"threads", "jobs n-jobs num-threads n-threads cores workers cpus parallel j t"},
    {"delimiter", "sep separator delim field-separator"},
    {"na", "na-values na-value nan null missing-values missing-value na-string na-strings"},
    {"missing", "impute imputation handle-missing missing-data nan-policy"},
    {"no-header", "noheader header headerless"},
    {"json", "as-json format output-format j"},
    {"max-iterations", "max-iter maxiter iterations n-iter max-steps iter"},
    {"tolerance", "tol eps precision"},
    {"mixture-components", "n-mixture-components clusters n-clusters mixtures k-components"},
    {"center", "centre centering centring"},
    {"divide-by", "divide scale-by divisor"},
    {"combine", "intersection intersectional per-attribute cross"},
    {"min-group-size", "min-size minimum-group-size min-group"},
    {"keep", "keep-columns id ids id-column index copy"},
    {"inverse", "inverse-transform reconstruct back"},
    {"moments", "statistics sums"},
    {"lambda", "lam penalty lmbda"},
    {"share-of", "variance explained-variance share"},
    {"DATA", "data input file csv table in input-file data-file path train i f"},
};

constexpr Synonyms kCommandSynonyms[] = {
    {"fit", "train learn run build pca fit-transform start"},
    {"transform", "predict apply project reduce encode embed inverse inverse-transform"},
    {"evaluate", "test measure eval score assess validate metrics check audit"},
    {"describe", "summary summarize explore look head profile columns info data table"},
    {"inspect", "show view print dump model"},
    {"measures", "metric measure-list metrics-list scores notions"},
    {"verify", "prove proof certify certificate reprove"},
    {"methods", "list algorithms method ls estimators"},
    {"path", "front pareto tradeoff trade-off curve frontier"},
    {"moments", "sum merge statistics accumulate"},
    {"synth", "generate sample synthetic simulate toy"},
    {"reproduce", "experiment experiments figures paper papers"},
    {"completion", "completions complete autocomplete"},
};

constexpr Synonyms kMethodSynonyms[] = {
    {"fair-pca", "fair fpca samadi fair-principal-components reconstruction"},
    {"robust-fair-pca", "rfpca robust vu rf-pca"},
    {"gap-capped-pca", "gap-capped gap cap capped equal-error gap-pca max-gap"},
    {"constrained-fair-pca", "fpca constrained olfat"},
    {"mean-matching-pca", "mean-matching kleindessner means mean-pca equal-means"},
    {"mmd-fair-pca", "mbfpca mbf-pca mmd lee mmd-pca representation"},
    {"mixture-ppca", "mppca mixture mix mixtures gmm m-ppca"},
    {"fair-mixture-ppca", "frmppca fr-mppca fair-mixture fmppca fair-mppca likelihood nascimento"},
    {"ppca", "probabilistic-pca probabilistic prob-pca"},
    {"pca", "plain principal-components none standard baseline"},
};

bool is_among(std::string_view words, std::string_view word) {
  for (std::size_t at = 0; at <= words.size();) {
    const std::size_t end = std::min(words.find(' ', at), words.size());
    if (words.substr(at, end - at) == word) return true;
    at = end + 1;
  }
  return false;
}

template <std::size_t size>
std::vector<std::string> meant_by(const Synonyms (&all)[size], std::string_view name) {
  const std::string plain = plain_name(name);
  std::vector<std::string> meant;
  for (const Synonyms& one : all) {
    if (!plain.empty() && is_among(one.typed, plain)) meant.emplace_back(one.meant);
  }
  return meant;
}

std::string without_hyphens(std::string_view name) {
  std::string plain = plain_name(name);
  std::erase_if(plain, [](char c) { return c == '-' || c == ' '; });
  return plain;
}

}  // namespace

std::vector<std::string> options_meant_by(std::string_view name) {
  return meant_by(kOptionSynonyms, name);
}

std::vector<std::string> commands_meant_by(std::string_view name) {
  return meant_by(kCommandSynonyms, name);
}

std::vector<std::string> methods_meant_by(std::string_view name) {
  for (const Method& method : methods()) {
    if (without_hyphens(method.id) == without_hyphens(name)) return {method.id};
  }
  return meant_by(kMethodSynonyms, name);
}

std::string plain_name(std::string_view name) {
  name.remove_prefix(std::min(name.find_first_not_of('-'), name.size()));
  std::string plain;
  std::transform(name.begin(), name.end(), std::back_inserter(plain), [](unsigned char c) {
    return c == '_' ? '-' : static_cast<char>(std::tolower(c));
  });
  return plain;
}

std::string question(const std::vector<std::string>& names) {
  if (names.size() == 1) return fmt::format("did you mean {}?", names.front());
  return fmt::format("did you mean {} or {}?", fmt::join(names.begin(), names.end() - 1, ", "),
                     names.back());
}

}  // namespace fairpca::cli
