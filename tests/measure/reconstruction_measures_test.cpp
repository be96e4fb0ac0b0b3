// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dense_oracles.h"
#include "measure/intervals.h"
#include "measure/loss_draws.h"
#include "measure/measured_people.h"
#include "measure/resampling.h"
#include "model/random_model.h"
#include "text/codes_of.h"

namespace fairpca {
namespace reconstruction_measures_test {

using ::testing::Contains;

constexpr Index kColumns = 5;

MeasureInput input_of(const Model& model, const ScoredTable& table, MeasureSettings settings = {}) {
  return {.model = model,
          .groups = form_groups(table.moments),
          .evaluated = table.part(),
          .settings = std::move(settings)};
}

/// Everything by one loop over rows that each test weighs as it likes.
struct ByHand {
  const MeasuredPeople& people;
  const Model& model;
  RowMatrix seen;
  Matrix p;

  ByHand(const MeasuredPeople& given, const Model& of) : people(given), model(of) {
    seen =
        (people.rows.rowwise() - model.mean.transpose()) * model.scale.cwiseInverse().asDiagonal();
    const Matrix& v = model.projection.components;
    p = v * model.projection.encode_scale.cwiseProduct(model.projection.decode_scale).asDiagonal() *
        v.transpose();
  }

  bool is_in(Index row, int group) const {
    return group < 0 || people.group.codes[static_cast<std::size_t>(row)] == group;
  }
  /// Mean over the rows of a group (-1: all), each counted so often.
  template <class Number>
  double mean(int group, const std::vector<std::int32_t>& counts, const Number& number) const {
    double sum = 0, weight = 0;
    for (Index i = 0; i < seen.rows(); ++i) {
      if (!is_in(i, group)) continue;
      const double w = people.weight(i) * counts[static_cast<std::size_t>(i)];
      sum += w * number(i);
      weight += w;
    }
    return sum / weight;
  }
  Vector mean_row(int group, const std::vector<std::int32_t>& counts) const {
    Vector result(seen.cols());
    for (Index j = 0; j < seen.cols(); ++j) {
      result(j) = mean(group, counts, [&](Index i) { return seen(i, j); });
    }
    return result;
  }
  double error(int group, const std::vector<std::int32_t>& counts, const Vector& about) const {
    return mean(group, counts, [&](Index i) {
      const Vector x = seen.row(i).transpose() - about;
      return (x - p * x).squaredNorm();
    });
  }
  double norm(int group, const std::vector<std::int32_t>& counts) const {
    return mean(group, counts, [&](Index i) { return seen.row(i).squaredNorm(); });
  }
  Matrix second_moment(int group, const std::vector<std::int32_t>& counts) const {
    Matrix result(seen.cols(), seen.cols());
    for (Index j = 0; j < seen.cols(); ++j) {
      for (Index k = 0; k < seen.cols(); ++k) {
        result(j, k) = mean(group, counts, [&](Index i) { return seen(i, j) * seen(i, k); });
      }
    }
    return result;
  }
  double loss(int group, const std::vector<std::int32_t>& counts, Index d) const {
    const Vector values = dense::eigenpairs(second_moment(group, counts)).values;
    return values.tail(d).sum() -
           (norm(group, counts) - error(group, counts, Vector::Zero(seen.cols())));
  }
  std::vector<std::int32_t> once() const {
    return std::vector<std::int32_t>(static_cast<std::size_t>(seen.rows()), 1);
  }
  std::vector<std::int32_t> drawn(int draw, const MeasureSettings& settings) const {
    std::vector<std::int32_t> counts(static_cast<std::size_t>(seen.rows()));
    Resampling(people.group.codes, settings.draws, settings.seed).counts(draw, counts);
    return counts;
  }
};

class ReconstructionMeasuresTest : public ::testing::TestWithParam<bool> {};

TEST_P(ReconstructionMeasuresTest, ValuesAreThoseOfLoopsOverRows) {
  const MeasuredPeople people({120, 90, 60}, kColumns, 1, GetParam());
  const Model model = random_model(kColumns, 2, 2);
  const ScoredTable table = people.scored_by(model);
  const Measured found = measure(input_of(model, table));
  const ByHand by_hand(people, model);
  const std::vector<std::int32_t> once = by_hand.once();
  const Vector zero = Vector::Zero(kColumns);
  EXPECT_NEAR(measured_value(found, "reconstruction_error"), by_hand.error(-1, once, zero), 1e-11);
  std::vector<double> errors, own, losses;
  for (int g = 0; g < 3; ++g) {
    const std::string name(1, static_cast<char>('a' + g));
    errors.push_back(by_hand.error(g, once, zero));
    own.push_back(by_hand.error(g, once, by_hand.mean_row(g, once)));
    losses.push_back(by_hand.loss(g, once, 2));
    const double relative = errors.back() / by_hand.norm(g, once);
    EXPECT_NEAR(measured_value(found, "reconstruction_error", Statistic::kValue, name),
                errors.back(), 1e-11);
    EXPECT_NEAR(measured_value(found, "loss", Statistic::kValue, name), losses.back(), 1e-10);
    EXPECT_NEAR(measured_value(found, "relative_error", Statistic::kValue, name), relative, 1e-12);
    EXPECT_NEAR(measured_value(found, "explained_variance_ratio", Statistic::kValue, name),
                1 - relative, 1e-12);
  }
  const auto gap = [](std::vector<double> v) {
    return *std::max_element(v.begin(), v.end()) - *std::min_element(v.begin(), v.end());
  };
  EXPECT_NEAR(measured_value(found, "gap"), gap(errors), 1e-11);
  EXPECT_NEAR(measured_value(found, "gap_group"), gap(own), 1e-11);
  EXPECT_NEAR(measured_value(found, "loss", Statistic::kWorst),
              *std::max_element(losses.begin(), losses.end()), 1e-10);
  EXPECT_NEAR(measured_value(found, "reconstruction_error", Statistic::kWorst),
              *std::max_element(errors.begin(), errors.end()), 1e-11);
}

TEST_P(ReconstructionMeasuresTest, DrawsAreTheNumbersOfTheDrawnRows) {
  const MeasuredPeople people({60, 50}, kColumns, 3, GetParam());
  const Model model = random_model(kColumns, 2, 4);
  const ScoredTable table = people.scored_by(model);
  const MeasureSettings settings{.draws = 8, .seed = 5};
  const Measured found = measure(input_of(model, table, settings));
  const ByHand by_hand(people, model);
  const Vector zero = Vector::Zero(kColumns);
  for (int k = 0; k < 8; ++k) {
    const std::vector<std::int32_t> counts = by_hand.drawn(k, settings);
    const auto draw = [&](const char* id, Statistic statistic, const std::string& group) {
      return found.draws.at({id, statistic, group})(k);
    };
    EXPECT_NEAR(draw("reconstruction_error", Statistic::kValue, ""),
                by_hand.error(-1, counts, zero), 1e-11);
    EXPECT_NEAR(draw("gap", Statistic::kSignedDifference, ""),
                by_hand.error(1, counts, zero) - by_hand.error(0, counts, zero), 1e-11);
    EXPECT_NEAR(draw("gap_group", Statistic::kSignedDifference, ""),
                by_hand.error(1, counts, by_hand.mean_row(1, counts)) -
                    by_hand.error(0, counts, by_hand.mean_row(0, counts)),
                1e-10);
    EXPECT_NEAR(draw("loss", Statistic::kValue, "b"), by_hand.loss(1, counts, 2), 1e-10);
    EXPECT_NEAR(draw("relative_error", Statistic::kValue, "a"),
                by_hand.error(0, counts, zero) / by_hand.norm(0, counts), 1e-12);
  }
}

INSTANTIATE_TEST_SUITE_P(Weights, ReconstructionMeasuresTest, ::testing::Bool());

TEST(ReconstructionIntervalsTest, LossHasABasicIntervalWithItsBias) {
  const MeasuredPeople people({400, 400}, kColumns, 7);
  const Model model = random_model(kColumns, 2, 8);
  const ScoredTable table = people.scored_by(model);
  const Measured found = measure(input_of(model, table, {.draws = 200}));
  const MeasuredValue& loss = *find_measured(found, "loss", Statistic::kValue, "a");
  const Vector& draws = found.draws.at({"loss", Statistic::kValue, "a"});
  const Interval expected = basic_interval(loss.value, draws);
  EXPECT_EQ(loss.low, expected.low);
  EXPECT_EQ(loss.high, expected.high);
  EXPECT_EQ(measured_value(found, "loss", Statistic::kBias, "a"), draws.mean() - loss.value);
  EXPECT_GT(measured_value(found, "loss", Statistic::kBias, "a"), 0);
}

TEST(ReconstructionIntervalsTest, TheIntervalOfLossIsWithheldForFewRowsAndLargeBias) {
  const MeasuredPeople people({400, 10}, kColumns, 9);
  Model model = random_model(kColumns, 2, 10);
  {
    const ScoredTable table = people.scored_by(model);
    const Measured found = measure(input_of(model, table, {.draws = 50}));
    EXPECT_TRUE(std::isnan(find_measured(found, "loss", Statistic::kValue, "b")->low));
    EXPECT_FALSE(std::isnan(find_measured(found, "loss", Statistic::kValue, "a")->low));
    EXPECT_THAT(codes_of(found.notes), Contains("loss-interval-withheld"));
  }
  // The group's own PCA: the loss is 0 and all of a draw's loss is bias.
  const ByHand by_hand(people, model);
  model.projection.components =
      dense::eigenpairs(by_hand.second_moment(0, by_hand.once())).vectors.rightCols(2);
  const ScoredTable table = people.scored_by(model);
  const Measured found = measure(input_of(model, table, {.draws = 50}));
  EXPECT_TRUE(std::isnan(find_measured(found, "loss", Statistic::kValue, "a")->low));
}

TEST(ReconstructionIntervalsTest, GivenLossDrawsSaveTheWorkAndChangeNothing) {
  const MeasuredPeople people({80, 70}, kColumns, 11);
  const Model first = random_model(kColumns, 2, 12);
  const ScoredTable table = people.scored_by(first);
  MeasureInput input = input_of(first, table, {.draws = 40});
  const Measured own = measure(input);
  const LossDraws shared = draw_losses(input);
  EXPECT_EQ(shared.means.size(), 2u);
  input.loss_draws = &shared;
  const Measured with_shared = measure(input);
  EXPECT_EQ(own.draws, with_shared.draws);
  input.settings.threads = 3;
  EXPECT_EQ(draw_losses(input).top_sums, shared.top_sums);
}

TEST(ReconstructionIntervalsTest, WithoutKeptRowsWhatNeedsThemHasNoInterval) {
  const MeasuredPeople people({150, 140}, kColumns, 13);
  const Model model = random_model(kColumns, 2, 14);
  MatrixRows source(people.table());
  const ScoredTable table = score_rows(source, model, {}, {}, 100);
  EXPECT_EQ(table.prepared.rows(), 0);
  const Measured found = measure(input_of(model, table, {.draws = 40}));
  EXPECT_FALSE(std::isnan(find_measured(found, "gap")->high));
  EXPECT_TRUE(std::isnan(find_measured(found, "gap_group")->high));
  EXPECT_TRUE(std::isnan(find_measured(found, "loss", Statistic::kValue, "a")->high));
  EXPECT_THAT(codes_of(found.notes), Contains("rows-not-kept"));
}

TEST(ReconstructionIntervalsTest, RowsTrainedOnHaveNoInterval) {
  const MeasuredPeople people({150, 140}, kColumns, 13);
  const Model model = random_model(kColumns, 2, 14);
  const ScoredTable table = people.scored_by(model);
  const Measured found = measure(input_of(model, table, {.has_intervals = false}));
  EXPECT_TRUE(found.draws.empty());
  for (const MeasuredValue& value : found.values) {
    EXPECT_TRUE(std::isnan(value.low) && std::isnan(value.high)) << value.measure;
  }
}

/// 200 tables: the interval of a mean error covers the mean of all of them, 95 % up to chance.
TEST(ReconstructionIntervalsTest, TheIntervalOfAnErrorCoversInMostSimulatedTables) {
  const Model model = random_model(kColumns, 2, 15);
  double truth = 0;
  std::vector<Interval> intervals;
  for (unsigned seed = 0; seed < 200; ++seed) {
    const MeasuredPeople people({150, 150}, kColumns, 1000 + seed);
    const ScoredTable table = people.scored_by(model);
    const Measured found = measure(
        input_of(model, table, {.measures = {"reconstruction_error"}, .draws = 200, .seed = seed}));
    const MeasuredValue& value =
        *find_measured(found, "reconstruction_error", Statistic::kValue, "b");
    truth += value.value / 200;
    intervals.push_back({value.low, value.high});
  }
  const auto covering = std::count_if(intervals.begin(), intervals.end(), [&](const Interval& one) {
    return one.low <= truth && truth <= one.high;
  });
  EXPECT_GE(covering, 180);
  EXPECT_LE(covering, 199);
}

TEST(TrainingGroupsTest, TheGapAboutTrainingMeansAndTheLossToTrainingPcaAreThoseOfLoops) {
  const MeasuredPeople people({90, 80}, kColumns, 17), training({70, 60}, kColumns, 18);
  const Model model = random_model(kColumns, 2, 19);
  const ScoredTable table = people.scored_by(model), trained = training.scored_by(model);
  MeasureInput input = input_of(model, table, {.draws = 6, .seed = 2});
  input.training = trained.part();
  const Measured found = measure(input);
  const ByHand by_hand(people, model), before(training, model);
  const auto gap = [&](const std::vector<std::int32_t>& counts) {
    return by_hand.error(1, counts, before.mean_row(1, before.once())) -
           by_hand.error(0, counts, before.mean_row(0, before.once()));
  };
  EXPECT_NEAR(measured_value(found, "gap_training_group", Statistic::kSignedDifference),
              gap(by_hand.once()), 1e-11);
  const Matrix frame =
      dense::eigenpairs(before.second_moment(1, before.once())).vectors.rightCols(2);
  const auto loss = [&](const std::vector<std::int32_t>& counts) {
    return by_hand.mean(1, counts, [&](Index i) {
      const Vector x = by_hand.seen.row(i).transpose();
      return (frame.transpose() * x).squaredNorm() - x.squaredNorm() +
             (x - by_hand.p * x).squaredNorm();
    });
  };
  EXPECT_NEAR(measured_value(found, "loss_reference", Statistic::kValue, "b"), loss(by_hand.once()),
              1e-11);
  for (int k = 0; k < 6; ++k) {
    const std::vector<std::int32_t> counts = by_hand.drawn(k, input.settings);
    EXPECT_NEAR(found.draws.at({"gap_training_group", Statistic::kSignedDifference, ""})(k),
                gap(counts), 1e-10);
    EXPECT_NEAR(found.draws.at({"loss_reference", Statistic::kValue, "b"})(k), loss(counts), 1e-10);
  }
}

TEST(TrainingGroupsTest, WithoutTrainingRowsTheModelsMeansServe) {
  const MeasuredPeople people({90, 80}, kColumns, 20);
  Model model = random_model(kColumns, 2, 21);
  const ScoredTable table = people.scored_by(model);
  EXPECT_EQ(find_measured(measure(input_of(model, table)), "gap_training_group"), nullptr);
  const Measured asked =
      measure(input_of(model, table, {.measures = {"gap_training_group", "loss_reference"}}));
  EXPECT_THAT(codes_of(asked.notes), Contains("no-training-rows"));
  for (const char* name : {"a", "b"}) {
    GroupSummary group;
    group.name = name;
    group.mean = model.mean;  // then it is the gap about the overall mean
    model.groups.push_back(group);
  }
  const Measured found = measure(input_of(model, table));
  EXPECT_NEAR(measured_value(found, "gap_training_group"), measured_value(found, "gap"), 1e-12);
}

TEST(MeasuredGroupsTest, ASmallGroupIsInNoNumberAndInNoDraw) {
  // The only small group: overall numbers are of the rows of the others.
  const MeasuredPeople people({90, 80, 4}, kColumns, 22);
  const Model model = random_model(kColumns, 2, 23);
  const ScoredTable table = people.scored_by(model);
  const MeasureSettings settings{.draws = 5};
  const Measured found = measure(input_of(model, table, settings));
  const ByHand by_hand(people, model);
  std::vector<std::int32_t> counts = by_hand.once();
  for (Index i = 0; i < people.rows.rows(); ++i) {
    if (by_hand.is_in(i, 2)) counts[static_cast<std::size_t>(i)] = 0;
  }
  const Vector zero = Vector::Zero(kColumns);
  EXPECT_NEAR(measured_value(found, "reconstruction_error"), by_hand.error(-1, counts, zero),
              1e-11);
  EXPECT_NEAR(measured_value(found, "gap"),
              std::abs(by_hand.error(1, counts, zero) - by_hand.error(0, counts, zero)), 1e-11);
  for (const MeasuredValue& value : found.values) EXPECT_NE(value.group, "c");
  for (const auto& [key, draws] : found.draws) EXPECT_NE(std::get<2>(key), "c");
  for (int k = 0; k < 5; ++k) {
    std::vector<std::int32_t> strata = people.group.codes, drawn(counts.size());
    std::replace(strata.begin(), strata.end(), 2, -1);
    Resampling(strata, 5, settings.seed).counts(k, drawn);
    EXPECT_NEAR(found.draws.at({"reconstruction_error", Statistic::kValue, ""})(k),
                by_hand.error(-1, drawn, zero), 1e-11);
  }
  // Others' numbers do not change with the rows of the small group.
  MeasuredPeople changed = people;
  for (Index i = 0; i < people.rows.rows(); ++i) {
    if (by_hand.is_in(i, 2)) changed.rows.row(i).array() += 100;
  }
  const ScoredTable other = changed.scored_by(model);
  const Measured same = measure(input_of(model, other, settings));
  ASSERT_EQ(same.values.size(), found.values.size());
  for (std::size_t i = 0; i < same.values.size(); ++i) {
    EXPECT_EQ(same.values[i].measure, found.values[i].measure);
    if (!std::isnan(found.values[i].value)) {
      EXPECT_NEAR(same.values[i].value, found.values[i].value, 1e-9) << found.values[i].measure;
    }
  }
}

TEST(MeasuredGroupsTest, GroupsBelowAHundredRowsAreFlagged) {
  const MeasuredPeople people({150, 99}, kColumns, 24);
  const Model model = random_model(kColumns, 2, 25);
  const ScoredTable table = people.scored_by(model);
  const Measured found =
      measure(input_of(model, table, {.measures = {"reconstruction_error"}, .draws = 5}));
  ASSERT_THAT(codes_of(found.notes), Contains("intervals-of-few-rows"));
  for (const Message& note : found.notes) {
    if (note.code() != "intervals-of-few-rows") continue;
    EXPECT_EQ(note.argument("groups"), "'b'");
  }
}

TEST(CommunalityTest, IsTheRowSumOfSquaresAndTheShareExplainedByRegression) {
  const MeasuredPeople people({150, 99}, kColumns, 26);
  const Model model = random_model(kColumns, 2, 27);
  const ScoredTable table = people.scored_by(model);
  const Measured found = measure(input_of(model, table, {.measures = {"communality"}}));
  const ByHand by_hand(people, model);
  const RowMatrix z = by_hand.seen * model.projection.components;
  const RowMatrix centred_z = z.rowwise() - z.colwise().mean();
  ASSERT_EQ(found.features.size(), 5u);
  for (Index j = 0; j < kColumns; ++j) {
    const FeatureValue& feature = found.features[static_cast<std::size_t>(j)];
    EXPECT_NEAR(feature.communality, model.projection.components.row(j).squaredNorm(), 1e-14);
    const Vector x = by_hand.seen.col(j).array() - by_hand.seen.col(j).mean();
    // Normal equations by hand: two coordinates.
    const double a = centred_z.col(0).squaredNorm(), b = centred_z.col(0).dot(centred_z.col(1)),
                 c = centred_z.col(1).squaredNorm(), u = centred_z.col(0).dot(x),
                 v = centred_z.col(1).dot(x);
    const double explained = (u * u * c - 2 * u * v * b + v * v * a) / (a * c - b * b);
    EXPECT_NEAR(feature.scaled_communality, explained / x.squaredNorm(), 1e-11);
  }
  EXPECT_EQ(find_measured(found, "communality"), nullptr);  // no protected column is a feature
  Model keeps = model;
  keeps.protected_columns = {"c2"};
  const Measured kept = measure(input_of(keeps, table, {.measures = {"communality"}}));
  EXPECT_NEAR(measured_value(kept, "communality"), found.features[1].communality, 1e-15);
}

TEST(LikelihoodMeasureTest, IsTheMeanOverRowsWithDifferencesAndTheWorstGroup) {
  const MeasuredPeople people({120, 110}, kColumns, 28, true);
  const Model model = random_mixture_model(2, kColumns, 2, 29);
  const ScoredTable table = people.scored_by(model);
  const Measured found =
      measure(input_of(model, table, {.measures = {"log_likelihood"}, .draws = 20}));
  const Vector likelihood = model.log_likelihood(people.rows);
  std::vector<double> means;
  for (int g = 0; g < 2; ++g) {
    double sum = 0, weight = 0;
    for (Index i = 0; i < likelihood.size(); ++i) {
      if (people.group.codes[static_cast<std::size_t>(i)] != g) continue;
      sum += people.weight(i) * likelihood(i);
      weight += people.weight(i);
    }
    means.push_back(sum / weight);
  }
  EXPECT_NEAR(measured_value(found, "log_likelihood", Statistic::kValue, "a"), means[0], 1e-10);
  EXPECT_NEAR(measured_value(found, "log_likelihood", Statistic::kSignedDifference),
              means[1] - means[0], 1e-10);
  EXPECT_NEAR(measured_value(found, "log_likelihood", Statistic::kWorst),
              std::min(means[0], means[1]), 1e-10);
  const MeasuredValue& worst = *find_measured(found, "log_likelihood", Statistic::kWorst);
  EXPECT_LE(worst.low, worst.value);
  EXPECT_GE(worst.high, worst.value);
  EXPECT_EQ(measure(input_of(random_model(kColumns, 2, 2), table, {.measures = {"gap"}}))
                .draws.count({"log_likelihood", Statistic::kValue, ""}),
            0u);
}

}  // namespace reconstruction_measures_test
}  // namespace fairpca
