// SPDX-License-Identifier: BSD-3-Clause
#include <charconv>
#include <cmath>
#include <string_view>

#include "fit/mixture_problem.h"
#include "fit/option_specs.h"

namespace fairpca {
namespace {

constexpr Index kMostComponents = 10000;

template <class Number>
std::optional<Number> parsed(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// `5` or `1:10`.
std::optional<CountRange> parse_range(std::string_view text) {
  const std::size_t colon = text.find(':');
  const auto least = parsed<Index>(text.substr(0, colon));
  const auto most = colon == std::string_view::npos ? least : parsed<Index>(text.substr(colon + 1));
  if (!least || !most || *least < 1 || *most < *least || *most > kMostComponents) {
    return std::nullopt;
  }
  return CountRange{*least, *most};
}

/// `A,B`.
std::optional<std::pair<double, double>> parse_prior(std::string_view text) {
  const std::size_t comma = text.find(',');
  if (comma == std::string_view::npos) return std::nullopt;
  const auto shape = parsed<double>(text.substr(0, comma));
  const auto scale = parsed<double>(text.substr(comma + 1));
  if (!shape || !scale || !(*shape >= 0) || !(*scale > 0) || !std::isfinite(*shape) ||
      !std::isfinite(*scale)) {
    return std::nullopt;
  }
  return std::pair{*shape, *scale};
}

}  // namespace

std::vector<OptionSpec> mixture_option_specs() {
  OptionSpec components{.name = "mixture_components",
                        .default_value = std::string("5"),
                        .range = "K or K:L, whole numbers with 1 <= K <= L <= 10000",
                        .help = "Components of the mixture, or a range to choose from",
                        .accepts = [](const OptionValue& value) {
                          return parse_range(std::get<std::string>(value)).has_value();
                        }};
  components.letter = 'k';
  OptionSpec prior{
      .name = "noise_prior",
      .default_value = std::string("1,0.01"),
      .range = "A,B with A >= 0 and B > 0, or none",
      .help =
          "Inverse-gamma prior on the noise variances: shape A, scale B times the mean "
          "variance of a column",
      .accepts = [](const OptionValue& value) {
        const std::string& text = std::get<std::string>(value);
        return text == "none" || parse_prior(text).has_value();
      }};
  return {
      components,
      count_option("max_iterations", MixtureOptions().max_iterations, 0,
                   "Maximum number of EM iterations of a fit"),
      nonnegative_option("tolerance", MixtureOptions().tolerance,
                         "EM stops when the mean log-likelihood of a row grows by less"),
      word_option("start", {"clusters", "random"},
                  "Where EM starts: k-means clusters, or rows drawn at random"),
      count_option("starts", 1, 1, "EM runs from so many starts; the best is kept"),
      word_option("m_step", {"latent", "exact"},
                  "M-step: from p x q sums, or from the p x p scatter of every component"),
      prior,
      word_option("embedding", {"average", "blocks"},
                  "Coordinates: posterior means averaged by responsibility, or one block per "
                  "component"),
      word_option("keep_rows", {"automatic", "memory", "stream"},
                  "Keep prepared rows in memory, or read them anew for every iteration"),
      word_option("choose_by", {"bic", "held-out"}, "How ranges of -k and -d are decided"),
      word_option("choose_for", {"overall", "worst-group"}, "For whom ranges are decided"),
  };
}

MixtureOptions mixture_options_of(const OptionValues& values) {
  MixtureOptions options;
  options.components = *parse_range(word_of(values, "mixture_components"));
  options.max_iterations = static_cast<int>(count_of(values, "max_iterations"));
  options.tolerance = number_of(values, "tolerance");
  options.start = choice_of<StartKind>(
      values, "start", {{"clusters", StartKind::kClusters}, {"random", StartKind::kRandom}});
  options.starts = static_cast<int>(count_of(values, "starts"));
  options.m_step =
      choice_of<MStep>(values, "m_step", {{"latent", MStep::kLatent}, {"exact", MStep::kExact}});
  options.noise_prior = parse_prior(word_of(values, "noise_prior"));
  options.embedding = choice_of<Embedding>(
      values, "embedding", {{"average", Embedding::kAverage}, {"blocks", Embedding::kBlocks}});
  options.keep_rows = choice_of<KeepRows>(values, "keep_rows",
                                          {{"automatic", KeepRows::kAutomatic},
                                           {"memory", KeepRows::kAlways},
                                           {"stream", KeepRows::kNever}});
  options.choose_by = choice_of<ChooseBy>(
      values, "choose_by", {{"bic", ChooseBy::kBic}, {"held-out", ChooseBy::kHeldOut}});
  options.choose_for_worst_group = word_of(values, "choose_for") == "worst-group";
  return options;
}

}  // namespace fairpca
