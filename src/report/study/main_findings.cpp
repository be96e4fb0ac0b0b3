// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "report/finding_words.h"
#include "report/study/study_sections.h"
#include "report/text_columns.h"

namespace fairpca {
namespace {

constexpr std::size_t kMostSentences = 5;

/// `37 % higher (21 to 54)`, `12 % lower (3 to 20)`.
std::string higher_or_lower(double share, const Interval& interval) {
  const Interval shown = share < 0 ? Interval{-interval.high, -interval.low} : interval;
  return fmt::format("{} % {} ({} to {})", in_percent(std::abs(share)),
                     share < 0 ? "lower" : "higher", in_percent(shown.low), in_percent(shown.high));
}

/// `between 16 % lower and 18 % higher`: where no difference is seen.
std::string between(const Interval& interval) {
  return fmt::format("between {} % lower and {} % higher", in_percent(-interval.low),
                     in_percent(interval.high));
}

/// Of the fair methods, the one under which the groups differ least: first those under which no
/// difference is seen, then by size.  Null: there is none with an interval.
const MethodFinding* fairest(const NotionFinding& finding) {
  const MethodFinding* best = nullptr;
  for (std::size_t i = 1; i < finding.methods.size(); ++i) {
    const MethodFinding& one = finding.methods[i];
    if (!has_intervals(one)) continue;
    const auto rank = [](const MethodFinding& said) {
      return std::pair(!said.shows_none(), std::abs(said.difference));
    };
    if (best == nullptr || rank(one) < rank(*best)) best = &one;
  }
  return best;
}

class FindingSentences {
 public:
  explicit FindingSentences(const ReportView& view)
      : view_(view), dimensions_(view.first_dimensions()) {}

  std::vector<std::string> make() {
    for (const DimensionFindings& found : view_.findings.dimensions) {
      if (found.dimensions == dimensions_) say_all(found);
    }
    sentences_.resize(std::min(sentences_.size(), kMostSentences));
    return std::move(sentences_);
  }

 private:
  void say_all(const DimensionFindings& found) {
    const auto of = [&found](Fairness notion) -> const NotionFinding* {
      const auto one =
          std::find_if(found.notions.begin(), found.notions.end(),
                       [notion](const NotionFinding& any) { return any.notion == notion; });
      const bool is_backed = one != found.notions.end() && !one->methods.empty() &&
                             has_intervals(one->methods.front());
      return is_backed ? &*one : nullptr;
    };
    const NotionFinding* representation = of(Fairness::kRepresentation);
    if (const NotionFinding* finding = of(Fairness::kReconstruction)) say_errors(*finding);
    if (representation != nullptr) say_leakage(*representation);
    if (view_.has_label()) say_decision(representation);
    if (const NotionFinding* finding = of(Fairness::kLikelihood)) say_likelihood(*finding);
  }

  /// `With 5 dimensions, ` in front of the first sentence.
  void say(std::string sentence) {
    if (sentences_.empty()) {
      sentence = fmt::format("With {}, {}", dimensions_words(dimensions_), sentence);
    } else {
      sentence.front() =
          static_cast<char>(std::toupper(static_cast<unsigned char>(sentence.front())));
    }
    sentences_.push_back(std::move(sentence));
  }

  void say_errors(const NotionFinding& finding) {
    const MethodFinding& pca = finding.methods.front();
    const std::string group = name_cell(finding.group), other = name_cell(finding.other);
    if (pca.shows_none()) {
      say(
          fmt::format("no group is seen to be described worse by plain PCA: the error of {} is {} "
                      "than that of {}.",
                      group, between(pca.difference_interval), other));
      return;
    }
    say(fmt::format("plain PCA describes {} worse than {}: the reconstruction error is {}.", group,
                    other, higher_or_lower(pca.difference, pca.difference_interval)));
    const MethodFinding* best = fairest(finding);
    if (best == nullptr) return;
    say(best->shows_none()
            ? fmt::format("under {} no such difference is seen (it is {}){}.", best->method,
                          between(best->difference_interval), error_cost(*best))
            : fmt::format("under {} it is {}{}.", best->method,
                          higher_or_lower(best->difference, best->difference_interval),
                          error_cost(*best)));
  }

  static std::string auc_words(const MethodFinding& said) {
    if (said.difference == 0 && said.difference_interval.low == said.difference_interval.high) {
      return "it finds nothing to use and gives all rows the same score, AUC 0.5";
    }
    return fmt::format("AUC {} ({} to {})", three_digits(said.difference + 0.5),
                       three_digits(said.difference_interval.low + 0.5),
                       three_digits(said.difference_interval.high + 0.5));
  }

  void say_leakage(const NotionFinding& finding) {
    const MethodFinding& pca = finding.methods.front();
    say(fmt::format(
        "from the coordinates of plain PCA a linear classifier {} which group a row is "
        "of: {}, where 0.5 is chance.",
        pca.shows_none() ? "does not see better than chance" : "can tell", auc_words(pca)));
    const MethodFinding* best = fairest(finding);
    if (pca.shows_none() || best == nullptr) return;
    say(fmt::format("after {} it {}: {}{}{}.", best->method,
                    best->shows_none() ? "no longer can" : "still can", auc_words(*best),
                    error_cost(*best), other_adversary(best->method)));
  }

  /// Where a stronger classifier still sees the group.
  std::string other_adversary(const std::string& method) const {
    const ShownNumber auc = view_.number(dimensions_, method, "group_auc_rbf");
    if (!(auc.low > 0.5) || view_.has_splits()) return "";
    return fmt::format("; a classifier with an RBF kernel still can, AUC {} ({} to {})",
                       three_digits(auc.value), three_digits(auc.low), three_digits(auc.high));
  }

  static std::string with_interval(const ShownNumber& number) {
    return fmt::format("{} ({} to {})", three_digits(number.value), three_digits(number.low),
                       three_digits(number.high));
  }

  /// What the method that hides groups best does to a decision.
  void say_decision(const NotionFinding* representation) {
    const MethodFinding* best = representation == nullptr ? nullptr : fairest(*representation);
    const std::string method = best != nullptr ? best->method : view_.suggested_method();
    if (method.empty() || method == "pca") return;
    const ValueKey accuracy{"accuracy", Statistic::kValue, ""};
    const StudyNumber change = combined({study_number(view_.study, dimensions_, method, accuracy),
                                         study_number(view_.study, dimensions_, "pca", accuracy)},
                                        [](const auto& values) { return values[0] - values[1]; });
    const Interval of_change = simultaneous(view_.study, {change}).front();
    const ShownNumber before = view_.number(dimensions_, "pca", "demographic_parity_difference");
    const ShownNumber after = view_.number(dimensions_, method, "demographic_parity_difference");
    const bool is_backed = std::isfinite(of_change.low) && std::isfinite(before.low) &&
                           std::isfinite(after.low) && !view_.has_splits();
    if (!is_backed) return;
    say(
        fmt::format("where {} is predicted from the coordinates, the groups' rates of positive "
                    "predictions differ by {} under pca and by {} under {}; the share predicted "
                    "right changes by {}.",
                    name_cell(*view_.study.plan.label), with_interval(before), with_interval(after),
                    method, with_interval({change.value, of_change.low, of_change.high})));
  }

  void say_likelihood(const NotionFinding& finding) {
    const MethodFinding& baseline = finding.methods.front();
    if (baseline.shows_none()) return;
    std::string sentence = finding_part(finding, baseline, true);
    if (const MethodFinding* best = fairest(finding)) {
      sentence += "; " + finding_part(finding, *best, false);
    }
    say(sentence + '.');
  }

  const ReportView& view_;
  std::string dimensions_;
  std::vector<std::string> sentences_;
};

}  // namespace

std::vector<std::string> main_findings(const ReportView& view) {
  return FindingSentences(view).make();
}

}  // namespace fairpca
