// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fairpca/fit/mmd_fair_pca.h"
#include "fit/grouped_rows.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace mmd_rejections_test {

using testing::Contains;
using Words = std::vector<std::string>;

FitSettings settings_of(const OptionValues& options, Index d) {
  return {.method = "mmd-fair-pca", .options = options, .dimensions = {.wanted = d}};
}

TEST(MmdRejectionTest, ValuesOfOptionsAreRejectedByName) {
  const auto expect_rejected = [](const OptionValues& options, const char* option,
                                  const char* value) {
    const Message rejection = rejection_of([&] { check_settings(settings_of(options, 2)); });
    EXPECT_EQ(rejection.code(), "option-value") << option;
    EXPECT_EQ(rejection.option(), option);
    EXPECT_EQ(rejection.argument("value"), value);
  };
  expect_rejected({{"tau", 0.0}}, "tau", "0");
  expect_rejected({{"tau", -1.0}}, "tau", "-1");
  expect_rejected({{"tau", std::nan("")}}, "tau", "nan");
  expect_rejected({{"tau_level", 1.0}}, "tau_level", "1");
  expect_rejected({{"bandwidth", 0.0}}, "bandwidth", "0");
  const auto with_repms = [](const char* option, double value) {
    return OptionValues{{"solver", std::string("repms")}, {option, value}};
  };
  expect_rejected(with_repms("first_tolerance", 0), "first_tolerance", "0");
  expect_rejected(with_repms("last_tolerance", 0), "last_tolerance", "0");
  expect_rejected(with_repms("tolerance_factor", 1), "tolerance_factor", "1");
  expect_rejected(with_repms("first_penalty", -1), "first_penalty", "-1");
  expect_rejected(with_repms("max_penalty", 0), "max_penalty", "0");
  expect_rejected(with_repms("penalty_factor", 1), "penalty_factor", "1");
  expect_rejected(with_repms("step_tolerance", 0), "step_tolerance", "0");
  expect_rejected({{"bandwidth", 1e-320}}, "bandwidth", "1e-320");
  expect_rejected({{"bandwidth", std::string("wide")}}, "bandwidth", "'wide'");
  EXPECT_NO_THROW(check_settings(settings_of({{"tau", 0.0}, {"estimator", std::string("u")}}, 2)));
}

TEST(MmdRejectionTest, OptionsThatContradictEachOtherAreRejectedWithoutData) {
  const auto rejection = [](const OptionValues& options) {
    return rejection_of([&] { check_settings(settings_of(options, 2)); });
  };
  EXPECT_EQ(rejection({{"starts", Words{"pca", "sun"}}}).option(), "starts");
  EXPECT_EQ(rejection({{"tau", 0.1}, {"tau_level", 0.05}}).code(), "option-exclusive");
  EXPECT_EQ(rejection({{"tau_level", 0.001}}).code(), "too-few-permutations");
  const Message constant = rejection({{"first_penalty", 3.0}});
  EXPECT_EQ(constant.code(), "option-without-effect");
  EXPECT_THAT(constant.ways_out(), Contains(Setting{"solver", "repms"}));
  const Message fast =
      rejection({{"kernel_family", std::string("laplace")}, {"kernel", std::string("fourier")}});
  EXPECT_EQ(fast.code(), "option-without-effect");
  EXPECT_EQ(fast.option(), "kernel");
  const Message idle = rejection({{"positive", std::string("yes")}});
  EXPECT_EQ(idle.code(), "option-without-effect");
  EXPECT_THAT(idle.ways_out(), Contains(Setting{"conditional", "equal-opportunity"}));
}

TEST(MmdRejectionTest, RowsItCannotCompareAreRejected) {
  const GroupedRows data = random_groups({30, 30}, 4, 3);
  const auto code = [&](const GroupedRows& rows, const OptionValues& options) {
    return rejection_of([&] { fit(rows, settings_of(options, 2)); }).code();
  };
  EXPECT_EQ(code(data, {{"conditional", std::string("equalized-odds")}}), "no-label-column");
  EXPECT_EQ(code(random_groups({30, 1}, 4, 3), {}), "group-of-one-row");
  GroupedRows same = data;
  same.rows.bottomRows(50).setZero();
  same.rows.topRows(10) *= 1e-3;
  EXPECT_EQ(code(same, {}), "bandwidth-zero");
  MatrixRows rows(data.table());
  const GroupMoments moments = accumulate_moments(rows);
  EXPECT_EQ(rejection_of([&] { fit_moments(moments, settings_of({}, 2)); }).code(), "needs-rows");
}

TEST(MmdRejectionTest, RowsThatAreAllEqualAreToldFromProjectionsThatCoincide) {
  GroupedRows data = random_groups({30, 30}, 4, 3);
  data.rows.rowwise() = Eigen::RowVector4d(0.1, 1e9 / 3, -2, 0);
  const auto rejection = [&](const OptionValues& options) {
    return rejection_of([&] { fit(data, settings_of(options, 2)); });
  };
  EXPECT_EQ(rejection({}).code(), "rows-all-equal");
  EXPECT_EQ(rejection({}).argument("rows"), "60");
  EXPECT_EQ(rejection({{"bandwidth", std::string("median")}}).code(), "rows-all-equal");
  EXPECT_EQ(rejection({{"bandwidth", 1.5}}).code(), "rows-all-equal");
  data.rows(7, 2) += 1;
  EXPECT_EQ(rejection({}).code(), "bandwidth-zero");
}

}  // namespace mmd_rejections_test
}  // namespace fairpca
