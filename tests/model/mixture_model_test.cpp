// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <limits>
#include <numbers>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "dense_oracles.h"
#include "fairpca/model/model_file.h"
#include "fairpca/model/sample_rows.h"
#include "files/archive.h"
#include "files/temporary_folder.h"
#include "model/random_model.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace mixture_model_test {

using ::testing::HasSubstr;

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

/// N(x; raw mean, raw covariance) of component k, by inverse and determinant.
double density(const Model& model, std::size_t k, const Vector& x) {
  const PpcaComponent& component = model.mixture->components[k];
  const Vector excess = component.variance.array() - component.noise_variance;
  Matrix c = component.frame * excess.asDiagonal() * component.frame.transpose();
  c.diagonal().array() += component.noise_variance;
  c = model.scale.asDiagonal() * c * model.scale.asDiagonal();
  const Vector d = x - model.mean - model.scale.cwiseProduct(component.mean);
  return std::exp(-0.5 * d.dot(dense::inverse(c) * d)) /
         std::sqrt(std::pow(2 * std::numbers::pi, static_cast<double>(x.size())) *
                   dense::determinant(c));
}

TEST(MixtureModelTest, LikelihoodsAndResponsibilitiesAreThoseOfFullCovariances) {
  const Model model = random_mixture_model(3, 5, 2, 1);
  const RowMatrix rows = model.sample(40, 5);
  const Vector likelihoods = model.log_likelihood(rows);
  const RowMatrix responsibilities = model.responsibilities(rows);
  for (Index i = 0; i < rows.rows(); ++i) {
    Vector joint(3);
    for (std::size_t k = 0; k < 3; ++k) {
      joint(static_cast<Index>(k)) =
          model.mixture->components[k].weight * density(model, k, rows.row(i).transpose());
    }
    EXPECT_NEAR(likelihoods(i), std::log(joint.sum()), 1e-10);
    EXPECT_LE((responsibilities.row(i) - joint.transpose() / joint.sum()).norm(), 1e-10);
  }
}

TEST(MixtureModelTest, CoordinatesArePosteriorMeansWeightedByResponsibility) {
  Model model = random_mixture_model(2, 5, 2, 2);
  const RowMatrix rows = model.sample(20, 6);
  const RowMatrix w = model.responsibilities(rows), t = model.posterior_means(rows);
  const RowMatrix average = model.transform(rows);
  ASSERT_EQ(average.cols(), 2);
  model.mixture->embedding = Embedding::kBlocks;
  const RowMatrix blocks = model.transform(rows);
  ASSERT_EQ(blocks.cols(), 4);
  EXPECT_LE((average - blocks.leftCols(2) - blocks.rightCols(2)).norm(), 1e-12);
  for (Index i = 0; i < 20; ++i) {
    EXPECT_LE((blocks.row(i).head(2) - w(i, 0) * t.row(i).head(2)).norm(), 1e-13);
    // M^-1 W'(x - m), by solving
    const PpcaComponent& component = model.mixture->components[1];
    const Vector stretch = (component.variance.array() - component.noise_variance).sqrt();
    const Matrix loadings = component.frame * stretch.asDiagonal();
    Matrix m = loadings.transpose() * loadings;
    m.diagonal().array() += component.noise_variance;
    const Vector x = (rows.row(i).transpose() - model.mean).cwiseQuotient(model.scale);
    const Vector wanted = dense::inverse(m) * loadings.transpose() * (x - component.mean);
    EXPECT_LE((t.row(i).tail(2).transpose() - wanted).norm(), 1e-12);
  }
}

TEST(MixtureModelTest, ARowsNumbersDoNotDependOnTheRowsBesideIt) {
  const Model model = random_mixture_model(3, 6, 2, 3);
  RowMatrix rows = model.sample(30, 7);
  rows(4, 2) = kMissing;
  const RowMatrix all = model.transform(rows);
  const Vector likelihoods = model.log_likelihood(rows);
  for (const Index i : {0, 4, 29}) {
    EXPECT_EQ(model.transform(rows.middleRows(i, 1)), all.middleRows(i, 1));
    EXPECT_EQ(model.log_likelihood(rows.middleRows(i, 1))(0), likelihoods(i));
  }
}

TEST(MixtureModelTest, AMissingCellIsIntegratedOut) {
  const Model model = random_mixture_model(2, 3, 1, 4);
  RowMatrix row = model.sample(1, 8);
  const double there = row(0, 1);
  row(0, 1) = kMissing;
  const double found = model.log_likelihood(row)(0);
  double sum = 0, first_moment = 0;
  const double reach = 30 * model.scale(1), step = reach / 20000;
  for (double value = there - reach; value <= there + reach; value += step) {
    RowMatrix whole = row;
    whole(0, 1) = value;
    const double p = std::exp(model.log_likelihood(whole)(0)) * step;
    sum += p;
    first_moment += p * value;
  }
  EXPECT_NEAR(found, std::log(sum), 1e-8);
  EXPECT_NEAR(model.complete(row)(0, 1), first_moment / sum, 1e-6);
  EXPECT_EQ(model.complete(row)(0, 0), row(0, 0));
}

TEST(MixtureModelTest, ARowWithoutACellIsExpectedAtTheMeanAndBlasHasNothingToSay) {
  for (const Index q : {1, 2}) {
    const Model model = random_mixture_model(2, 4, q, 15);
    const RowMatrix none = RowMatrix::Constant(1, 4, kMissing);
    ::testing::internal::CaptureStdout();
    const double likelihood = model.log_likelihood(none)(0);
    const RowMatrix completed = model.complete(none), w = model.responsibilities(none);
    EXPECT_EQ(::testing::internal::GetCapturedStdout(), "");
    EXPECT_NEAR(likelihood, 0, 1e-14);
    EXPECT_NEAR(w(0, 0), 0.5, 1e-14);
    const Vector mean =
        0.5 * (model.mixture->components[0].mean + model.mixture->components[1].mean);
    EXPECT_LE((completed.row(0).transpose() - model.mean - model.scale.cwiseProduct(mean)).norm(),
              1e-13);
    EXPECT_TRUE(model.transform(none).isZero(1e-14));
  }
}

TEST(MixtureModelTest, PpcaTakesMissingCellsAsAMixtureOfOne) {
  Model model = random_model(5, 2, 5);
  model.projection.noise_variance = 0.4;
  model.projection.encode_scale = (model.projection.component_variance.array() - 0.4).sqrt() /
                                  model.projection.component_variance.array();
  const RowMatrix rows = model.sample(10, 9);
  RowMatrix holes = rows;
  holes(3, 0) = kMissing;
  Model mixture = model;
  mixture.mixture = as_mixture(model.projection);
  EXPECT_LE((mixture.log_likelihood(rows) - model.log_likelihood(rows)).norm(), 1e-10);
  EXPECT_LE((mixture.log_likelihood(holes) - model.log_likelihood(holes)).norm(), 1e-10);
  EXPECT_LE((mixture.transform(holes) - model.transform(holes)).norm(), 1e-10);
}

TEST(MixtureModelTest, SamplesHaveTheMomentsOfTheMixture) {
  const Model model = random_mixture_model(2, 3, 1, 6);
  const RowMatrix rows = model.sample(200000, 10);
  Vector mean = Vector::Zero(3);
  for (const PpcaComponent& component : model.mixture->components) {
    mean += component.weight * component.mean;
  }
  mean = model.mean + model.scale.cwiseProduct(mean);
  EXPECT_LE((rows.colwise().mean().transpose() - mean).norm(), 0.02 * model.scale.norm());
  EXPECT_EQ(model.sample(5, 1), model.sample(5, 1));
  EXPECT_NE(model.sample(5, 1), model.sample(5, 2));
}

TEST(MixtureModelTest, SamplesInPartsAreTheSampleAsAWhole) {
  const Model model = random_mixture_model(3, 4, 2, 12);
  const RowMatrix whole = model.sample(3000, 4);
  for (const auto& [first, count] :
       std::vector<std::pair<Index, Index>>{{0, 10}, {1000, 100}, {1024, 1}, {2999, 1}, {7, 0}}) {
    EXPECT_EQ(sample_rows(model, first, count, 4), whole.middleRows(first, count)) << first;
  }
}

TEST(MixtureModelTest, SampledComponentsAppearAsOftenAsTheirWeightsSay) {
  Model model = random_mixture_model(3, 4, 1, 13);
  const std::vector<double> shares = {0.7, 0.0, 0.3};
  for (std::size_t k = 0; k < 3; ++k) {
    model.mixture->components[k].weight = shares[k];
    model.mixture->components[k].mean.array() += 100 * static_cast<double>(k);  // far apart
  }
  const Vector found = model.responsibilities(model.sample(20000, 14)).colwise().mean();
  EXPECT_NEAR(found[0], 0.7, 0.02);
  EXPECT_EQ(found[1], 0);
  EXPECT_NEAR(found[2], 0.3, 0.02);
}

TEST(MixtureModelTest, TheFileHoldsTheMixtureToTheLastBit) {
  const TemporaryFolder folder;
  Model model = random_mixture_model(3, 5, 2, 7);
  model.mixture->embedding = Embedding::kBlocks;
  write_model(model, folder.path() / "m.fpca");
  const Model back = read_model(folder.path() / "m.fpca");
  const RowMatrix rows = model.sample(9, 11);
  EXPECT_EQ(back.transform(rows), model.transform(rows));
  EXPECT_EQ(back.log_likelihood(rows), model.log_likelihood(rows));
  EXPECT_EQ(back.dimensions(), 6);
}

TEST(MixtureModelTest, DamagedMixturesAreRejected) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "m.fpca";
  write_model(random_mixture_model(2, 4, 1, 8), path);
  const Archive archive = read_archive(path, {"model", 2});
  const auto rejection = [&](auto change) {
    Archive damaged = archive;
    change(damaged);
    const std::string bytes = archive_bytes(damaged, {"model", 2});
    return rejection_of([&] { parse_model(bytes); });
  };
  const auto reason = [&](auto change) {
    const Message message = rejection(change);
    EXPECT_EQ(message.code(), "damaged-archive");
    return message.argument("reason");
  };
  const auto array = [](const char* name, Index i, double value) {
    return [=](Archive& a) { a.arrays[name].data()[i] = value; };
  };
  EXPECT_THAT(reason(array("mixture_weights", 0, 0.7)), HasSubstr("add up to 1.2"));
  EXPECT_THAT(reason(array("mixture_weights", 0, -0.5)), HasSubstr("weight outside 0 to 1"));
  EXPECT_THAT(reason(array("mixture_noise_variances", 1, 0)),
              HasSubstr("component 2 of its mixture has a noise variance"));
  EXPECT_THAT(reason(array("mixture_variances", 0, 0.01)), HasSubstr("below its noise variance"));
  EXPECT_THAT(reason(array("mixture_means", 0, kMissing)), HasSubstr("mean that is not finite"));
  EXPECT_THAT(reason(array("mixture_frames", 0, 3)), HasSubstr("components are not orthonormal"));
  EXPECT_THAT(reason(array("mixture_variances", 0, std::numeric_limits<double>::infinity())),
              HasSubstr("variance that is not finite"));
  EXPECT_THAT(reason([](Archive& a) {
                auto object = nlohmann::ordered_json::parse(a.meta);
                object["method"] = "pca";
                a.meta = object.dump();
              }),
              HasSubstr("has a mixture"));
  const Message missing = rejection([](Archive& a) { a.arrays.erase("mixture_means"); });
  EXPECT_EQ(missing.code(), "missing-array");
  EXPECT_EQ(missing.argument("name"), "mixture_means");
  const auto meta = [](const char* field, const nlohmann::json& value) {
    return [=](Archive& a) {
      auto object = nlohmann::ordered_json::parse(a.meta);
      object["mixture"][field] = value;
      a.meta = object.dump();
    };
  };
  EXPECT_THAT(reason(meta("components", 0)), HasSubstr("\"components\" is out of range"));
  EXPECT_THAT(reason(meta("latent_dimensions", 4)), HasSubstr("\"latent_dimensions\""));
  EXPECT_THAT(reason(meta("embedding", "no")), HasSubstr("\"embedding\" is neither"));
  EXPECT_THAT(reason(meta("embedding", "blocks")), HasSubstr("dimensions"));
  EXPECT_THAT(reason(meta("more", 1)), HasSubstr("unknown field 'more'"));
}

TEST(MixtureModelTest, RejectsWhatAModelDoesNotHave) {
  const Model mixture = random_mixture_model(2, 4, 1, 9), pca = random_model(4, 2, 9);
  const RowMatrix rows = random_rows(2, 4, 1);
  const auto code = [](const auto& call) { return std::string(rejection_of(call).code()); };
  EXPECT_EQ(code([&] { mixture.inverse_transform(random_rows(1, 1, 1)); }), "mixture-coordinates");
  EXPECT_EQ(code([&] { pca.responsibilities(rows); }), "not-a-mixture");
  EXPECT_EQ(code([&] { pca.sample(1, 0); }), "not-probabilistic");
  EXPECT_EQ(code([&] { pca.complete(rows); }), "not-probabilistic");
  EXPECT_EQ(code([&] { mixture.sample(-1, 0); }), "sample-size");
  const Message narrow = rejection_of([&] { mixture.transform(random_rows(1, 3, 1)); });
  EXPECT_EQ(narrow.code(), "rows-of-another-width");
  EXPECT_EQ(narrow.argument("expected"), "4");
  EXPECT_EQ(narrow.argument("columns"), "3");
}

}  // namespace mixture_model_test
}  // namespace fairpca
