// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/model/model_file.h"

#include <fstream>
#include <functional>
#include <limits>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "fairpca/error.h"
#include "files/archive.h"
#include "files/temporary_folder.h"
#include "model/random_model.h"
#include "source_folder.h"
#include "text/innermost.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace model_file_test {

using ::testing::HasSubstr;
using Json = nlohmann::json;

/// With every multiplier that any method has.
ModelCertificate full_certificate() {
  ModelCertificate certificate;
  certificate.objective = 1.0 / 3;
  certificate.bound = 0.25;
  certificate.tolerance = 1e-9;
  certificate.moments_digest = std::string(60, '0') + "12ab";
  certificate.overall = {50, 50.5, 60.25, 30, 0, 12};
  certificate.groups = {MomentNorms{20, 20.5, 22, 5, 0.5, 3}, std::nullopt};
  Multipliers& all = certificate.multipliers;
  all.dual_weights = {0.3, 0.7};
  all.nested_weights = Matrix::Constant(1, 2, 0.5);
  all.support_angles = {-0.1, 0.4, 1.6};
  all.pair_weights = {{0, 1, 0.75}, {1, 1, 0.25}};
  all.covariance_multipliers = {{random_rows(5, 2, 8), random_rows(5, 2, 9)},
                                {Matrix(5, 0), Matrix(5, 0)}};
  return certificate;
}

/// A model with every field set.
Model full_model() {
  Model model = random_model(5, 2, 1);
  model.method = "ppca";
  model.encoding =
      Encoding({{{"age", ColumnKind::kNumeric}, {}},
                {{"work, or \"none\"", ColumnKind::kCategorical}, {"", "Pr\xc3\xa9", "é"}},
                {{"hours", ColumnKind::kNumeric}, {}}});
  model.requested_dimensions = 1;
  model.weight = 0.1 + 0.2;
  model.bandwidth = 1.0 / 3;
  model.protected_columns = {"sex", "race"};
  model.label_column = "income";
  model.groups = {
      {"Female, Black", {{"sex", "Female"}, {"race", "Black"}}, 20, 20.5, 0.25, 1e-9, -3.5},
      {"tiny", {{"sex", "X"}}, 2, 2, std::nullopt, std::nullopt, std::nullopt}};
  model.projection.noise_variance = 0.125;
  model.provenance = {"0.1.0", {{"standardize", "true"}, {"missing", "mean"}}, "optimal", true};
  for (GroupSummary& group : model.groups) {
    group.mean = 3 * Vector::LinSpaced(5, 0.1, 1);
    group.deviation = Vector::LinSpaced(5, 0, 7);
  }
  model.groups[0].held_out = {.mean = 0.3, .deviation = 0.1, .rows = 19};
  model.certificate = full_certificate();
  return model;
}

std::filesystem::path temporary_path(const std::string& name) {
  static const TemporaryFolder folder;
  return folder.file(name);
}

std::string bytes_of(const Model& model) {
  const auto path = temporary_path("fairpca_model_file_test.fpca");
  write_model(model, path);
  std::ifstream in(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << in.rdbuf();
  std::filesystem::remove(path);
  return bytes.str();
}

TEST(ModelFileTest, EveryFieldComesBackExactly) {
  const Model model = full_model();
  const Model back = parse_model(bytes_of(model));
  EXPECT_EQ(back.method, model.method);
  EXPECT_EQ(back.requested_dimensions, 1);
  EXPECT_EQ(back.encoding, model.encoding);
  EXPECT_EQ(back.mean, model.mean);
  EXPECT_EQ(back.scale, model.scale);
  EXPECT_EQ(back.rows, model.rows);
  EXPECT_EQ(back.weight, model.weight);
  EXPECT_EQ(back.total_variance, model.total_variance);
  EXPECT_EQ(back.bandwidth, model.bandwidth);
  EXPECT_EQ(back.protected_columns, model.protected_columns);
  EXPECT_EQ(back.label_column, model.label_column);
  EXPECT_EQ(back.projection.components, model.projection.components);
  EXPECT_EQ(back.projection.encode_scale, model.projection.encode_scale);
  EXPECT_EQ(back.projection.decode_scale, model.projection.decode_scale);
  EXPECT_EQ(back.projection.component_variance, model.projection.component_variance);
  EXPECT_EQ(back.projection.noise_variance, model.projection.noise_variance);
  EXPECT_EQ(back.provenance.program_version, "0.1.0");
  EXPECT_EQ(back.provenance.options, model.provenance.options);
  EXPECT_EQ(back.provenance.status, "optimal");
  EXPECT_TRUE(back.provenance.certified);
  ASSERT_EQ(back.groups.size(), 2u);
  for (std::size_t g = 0; g < 2; ++g) {
    EXPECT_EQ(back.groups[g].name, model.groups[g].name);
    EXPECT_EQ(back.groups[g].levels, model.groups[g].levels);
    EXPECT_EQ(back.groups[g].rows, model.groups[g].rows);
    EXPECT_EQ(back.groups[g].weight, model.groups[g].weight);
    EXPECT_EQ(back.groups[g].reconstruction_error, model.groups[g].reconstruction_error);
    EXPECT_EQ(back.groups[g].loss, model.groups[g].loss);
    EXPECT_EQ(back.groups[g].log_likelihood, model.groups[g].log_likelihood);
  }
}

TEST(ModelFileTest, TheCertificateAndTheGroupsDistributionsComeBackExactly) {
  const Model model = full_model();
  const Model back = parse_model(bytes_of(model));
  ASSERT_TRUE(back.certificate);
  const ModelCertificate &given = *model.certificate, &found = *back.certificate;
  EXPECT_EQ(found.objective, given.objective);
  EXPECT_EQ(found.bound, given.bound);
  EXPECT_EQ(found.tolerance, given.tolerance);
  EXPECT_EQ(found.failure_probability, 0);
  EXPECT_EQ(found.moments_digest, given.moments_digest);
  EXPECT_EQ(found.overall.squared_weight, 60.25);
  EXPECT_EQ(found.groups[0]->moment_norm, 3);
  EXPECT_FALSE(found.groups[1]);
  EXPECT_EQ(found.multipliers.dual_weights, given.multipliers.dual_weights);
  EXPECT_EQ(found.multipliers.nested_weights, given.multipliers.nested_weights);
  EXPECT_EQ(found.multipliers.support_angles, given.multipliers.support_angles);
  EXPECT_EQ(found.multipliers.pair_weights[1].better, 1);
  EXPECT_EQ(found.multipliers.pair_weights[1].weight, 0.25);
  ASSERT_EQ(found.multipliers.covariance_multipliers.size(), 2U);
  EXPECT_EQ(found.multipliers.covariance_multipliers[0].right,
            given.multipliers.covariance_multipliers[0].right);
  EXPECT_EQ(found.multipliers.covariance_multipliers[1].left.cols(), 0);
  EXPECT_EQ(back.groups[1].mean, model.groups[1].mean);
  EXPECT_EQ(back.groups[1].deviation, model.groups[1].deviation);
  EXPECT_EQ(back.groups[0].held_out->rows, 19);
  EXPECT_FALSE(back.groups[1].held_out);
}

TEST(ModelFileTest, AFileOfVersionOneIsStillRead) {
  // Written by the program before the certificate was kept.
  const Model model = read_model(source_folder() / "tests/model/files/version_1.fpca");
  EXPECT_EQ(model.method, "fair-pca");
  EXPECT_EQ(model.provenance.status, "optimal");
  EXPECT_EQ(model.groups[1].name, "M");
  EXPECT_FALSE(model.certificate);
  EXPECT_EQ(model.groups[0].mean.size(), 0);
  EXPECT_EQ(parse_model(model_bytes(model)).projection.components, model.projection.components);
}

TEST(ModelFileTest, WritingWhatWasReadGivesTheSameBytes) {
  for (const Model& model : {full_model(), random_model(3, 3, 2)}) {
    const std::string bytes = bytes_of(model);
    EXPECT_EQ(bytes_of(parse_model(bytes)), bytes);
  }
}

TEST(ModelFileTest, TheMetaTextIsJsonAPersonCanRead) {
  const Archive archive = parse_archive(bytes_of(full_model()), {"model", 2});
  EXPECT_THAT(archive.meta, HasSubstr("\"method\": \"ppca\""));
  EXPECT_THAT(archive.meta, HasSubstr("\n"));
  EXPECT_EQ(Json::parse(archive.meta)["groups"][0]["levels"][1]["level"], "Black");
}

TEST(ModelFileTest, EveryFlippedBitIsFound) {
  const std::string bytes = bytes_of(random_model(3, 2, 4));
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ (1 << (at % 8)));
    EXPECT_THROW(parse_model(damaged), IoError) << "byte " << at;
  }
}

TEST(ModelFileTest, EveryTruncationIsFound) {
  const std::string bytes = bytes_of(random_model(3, 2, 4));
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_THROW(parse_model(std::string_view(bytes).substr(0, size)), IoError) << size;
  }
}

TEST(ModelFileTest, AModelOfANewerFormatIsRejected) {
  const Archive archive = parse_archive(bytes_of(full_model()), {"model", 2});
  const auto code = [&](const ArchiveKind& kind) {
    return std::string(rejection_of([&] { parse_model(archive_bytes(archive, kind)); }).code());
  };
  EXPECT_EQ(code({"model", 3}), "newer-archive");
  EXPECT_EQ(code({"moments", 1}), "archive-kind");
}

/// Valid archives whose content no fit could have written.
class ModelContentTest : public ::testing::Test {
 protected:
  Message rejection_after(const std::function<void(Json&)>& edit_meta,
                          const std::function<void(Archive&)>& edit_arrays) const {
    Archive archive = archive_;
    Json meta = Json::parse(archive.meta);
    edit_meta(meta);
    archive.meta = meta.dump();
    if (edit_arrays) edit_arrays(archive);
    const std::string bytes = archive_bytes(archive, {"model", 2});
    const Message message = rejection_of([&] { parse_model(bytes); });
    EXPECT_EQ(message.kind(), MessageKind::kFile);
    return message;
  }
  /// The file is damaged, for a reason that contains `reason`.
  void expect_damaged(const std::string& reason, const std::function<void(Json&)>& edit_meta,
                      const std::function<void(Archive&)>& edit_arrays = {}) const {
    SCOPED_TRACE(reason);
    const Message message = rejection_after(edit_meta, edit_arrays);
    EXPECT_EQ(message.code(), "damaged-archive");
    EXPECT_THAT(message.argument("reason"), HasSubstr(reason));
  }
  void expect_damaged_array(const std::string& reason,
                            const std::function<void(Archive&)>& edit) const {
    expect_damaged(
        reason, [](Json&) {}, edit);
  }
  const Archive archive_ = parse_archive(bytes_of(full_model()), {"model", 2});
};

TEST_F(ModelContentTest, UneditedContentIsAccepted) {
  Archive archive = archive_;
  archive.meta = Json::parse(archive.meta).dump();
  EXPECT_EQ(parse_model(archive_bytes(archive, {"model", 2})).method, "ppca");
}

TEST_F(ModelContentTest, FieldsMissingUnknownOrOfAnotherTypeAreRejectedByName) {
  expect_damaged("\"method\" is missing", [](Json& m) { m.erase("method"); });
  expect_damaged("unknown field 'extra'", [](Json& m) { m["extra"] = 1; });
  expect_damaged("\"rows\" is not a count", [](Json& m) { m["rows"] = -1; });
  expect_damaged("\"rows\" is not a count", [](Json& m) { m["rows"] = 1.5; });
  expect_damaged("\"weight\" is not a number", [](Json& m) { m["weight"] = "1"; });
  expect_damaged("\"bandwidth\" is not a number", [](Json& m) { m["bandwidth"] = false; });
  expect_damaged("\"columns\" is not an array", [](Json& m) { m["columns"] = 7; });
  expect_damaged("\"method\" is not a text", [](Json& m) { m["method"] = 3; });
  expect_damaged("\"method\" is a text of more than",
                 [](Json& m) { m["method"] = std::string((1 << 20) + 1, 'a'); });
  expect_damaged("\"protected_columns\"[1] is not a text",
                 [](Json& m) { m["protected_columns"][1] = nullptr; });
  expect_damaged("\"kind\" is neither", [](Json& m) { m["columns"][0]["kind"] = "date"; });
  expect_damaged("columns[0]: unknown field 'levels'",
                 [](Json& m) { m["columns"][0]["levels"] = Json::array(); });
  expect_damaged("groups[0] is not a JSON object", [](Json& m) { m["groups"][0] = 1; });
  expect_damaged("groups[1]: \"loss\" is missing", [](Json& m) { m["groups"][1].erase("loss"); });
  expect_damaged("measures: \"log_likelihood\" is not a number",
                 [](Json& m) { m["groups"][0]["measures"]["log_likelihood"] = "x"; });
  expect_damaged("\"certified\" is neither true nor false",
                 [](Json& m) { m["provenance"]["certified"] = 1; });
  expect_damaged("option 'missing' is not a text",
                 [](Json& m) { m["provenance"]["options"]["missing"] = 2; });
  expect_damaged("\"provenance\" is not an object",
                 [](Json& m) { m["provenance"] = Json::array(); });
}

TEST_F(ModelContentTest, NumbersNoFitWouldWriteAreRejected) {
  const auto problem = [&](const std::function<void(Json&)>& edit) {
    return std::string(innermost(rejection_after(edit, {})).code());
  };
  EXPECT_EQ(problem([](Json& m) {
              std::swap(m["columns"][1]["levels"][0], m["columns"][1]["levels"][1]);
            }),
            "unsorted-levels");
  EXPECT_EQ(problem([](Json& m) { m["columns"][2]["name"] = "age"; }), "duplicate-column");
  expect_damaged("requested_dimensions is 0", [](Json& m) { m["requested_dimensions"] = 0; });
  expect_damaged("requested_dimensions is 6", [](Json& m) { m["requested_dimensions"] = 6; });
  expect_damaged("noise_variance is not positive", [](Json& m) { m["noise_variance"] = 0; });
  expect_damaged("bandwidth is not positive", [](Json& m) { m["bandwidth"] = -1; });
  expect_damaged("total_variance is below 0", [](Json& m) { m["total_variance"] = -1e-300; });
  expect_damaged("fitted on no rows", [](Json& m) { m["rows"] = 0; });
  expect_damaged("reconstruction_error of group 'Female, Black' is below 0",
                 [](Json& m) { m["groups"][0]["reconstruction_error"] = -0.1; });
}

TEST_F(ModelContentTest, CertificatesThatNoFitWritesAreRejected) {
  expect_damaged("\"certificate\" is missing", [](Json& m) { m.erase("certificate"); });
  expect_damaged("certificate: \"bound\" is not a number",
                 [](Json& m) { m["certificate"]["bound"] = "x"; });
  expect_damaged("certificate: moments: \"digest\" is missing",
                 [](Json& m) { m["certificate"]["moments"].erase("digest"); });
  expect_damaged("64 hexadecimal digits",
                 [](Json& m) { m["certificate"]["moments"]["digest"] = "XYZ"; });
  expect_damaged("another number of groups",
                 [](Json& m) { m["certificate"]["moments"]["groups"].push_back(nullptr); });
  expect_damaged("norms of moments that no rows have",
                 [](Json& m) { m["certificate"]["moments"]["overall"]["trace"] = -1; });
  expect_damaged("tolerance", [](Json& m) { m["certificate"]["tolerance"] = 2; });
  expect_damaged("held-out error",
                 [](Json& m) { m["groups"][0]["measures"]["held_out"]["mean"] = -1; });
}

TEST_F(ModelContentTest, MultipliersThatDoNotFitAreRejected) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  expect_damaged_array("dual_weights", [&](Archive& a) { a.arrays["dual_weights"](0, 0) = nan; });
  expect_damaged_array("dual_weights",
                       [](Archive& a) { a.arrays["dual_weights"] = Matrix::Ones(3, 1); });
  expect_damaged_array("nested_weights",
                       [](Archive& a) { a.arrays["nested_weights"] = Matrix::Ones(4, 2); });
  expect_damaged_array("support_angles",
                       [&](Archive& a) { a.arrays["support_angles"](1, 0) = nan; });
  expect_damaged_array("pair_weights", [](Archive& a) { a.arrays["pair_weights"](0, 0) = 2; });
  expect_damaged_array("pair_weights", [](Archive& a) { a.arrays["pair_weights"](0, 0) = 0.5; });
  expect_damaged_array("pair_weights", [](Archive& a) { a.arrays["pair_weights"](0, 2) = -1; });
  expect_damaged_array("covariance_left",
                       [](Archive& a) { a.arrays["covariance_ranks"](0, 0) = 3; });
  expect_damaged_array("covariance_left",
                       [](Archive& a) { a.arrays["covariance_ranks"](0, 0) = 1; });
  expect_damaged_array("covariance_ranks",
                       [](Archive& a) { a.arrays["covariance_ranks"](0, 0) = 1e300; });
  expect_damaged_array("covariance_left",
                       [&](Archive& a) { a.arrays["covariance_left"](0, 0) = nan; });
  expect_damaged_array("mean or deviation",
                       [](Archive& a) { a.arrays["group_deviations"](0, 1) = -1; });
}

TEST_F(ModelContentTest, ArraysThatDoNotFitAreRejected) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto array = [&](const char* code, const std::function<void(Archive&)>& edit) {
    const Message message = rejection_after([](Json&) {}, edit);
    EXPECT_EQ(message.code(), code);
    return message.argument("name");
  };
  EXPECT_EQ(array("missing-array", [](Archive& a) { a.arrays.erase("mean"); }), "mean");
  EXPECT_EQ(array("array-shape", [](Archive& a) { a.arrays["scale"] = Matrix::Ones(4, 1); }),
            "scale");
  EXPECT_EQ(
      array("array-shape", [](Archive& a) { a.arrays["components"] = Matrix::Identity(5, 3); }),
      "components");
  expect_damaged_array("16 arrays", [](Archive& a) { a.arrays["more"] = Matrix::Ones(1, 1); });
  expect_damaged_array("mean has a number that is not finite",
                       [&](Archive& a) { a.arrays["mean"](2, 0) = nan; });
  expect_damaged_array("scale has a number that is not positive",
                       [](Archive& a) { a.arrays["scale"](1, 0) = 0; });
  expect_damaged_array("scale has a number that is not positive",
                       [&](Archive& a) { a.arrays["scale"](1, 0) = nan; });
  expect_damaged_array("components are not orthonormal",
                       [](Archive& a) { a.arrays["components"](0, 0) += 1e-6; });
  expect_damaged_array("components have a number that is not finite",
                       [&](Archive& a) { a.arrays["components"](0, 0) = nan; });
  expect_damaged_array("encode_scale has a number below 0",
                       [](Archive& a) { a.arrays["encode_scale"](0, 0) = -1; });
  expect_damaged_array("decode_scale has a number below 0",
                       [&](Archive& a) { a.arrays["decode_scale"](0, 0) = nan; });
  expect_damaged_array("component_variance of 0",
                       [](Archive& a) { a.arrays["component_variance"](1, 0) = 0; });
}

TEST(ModelFileTest, ADimensionBeyondTheArraysIsRejectedWithoutTakingMemory) {
  Archive archive = parse_archive(bytes_of(full_model()), {"model", 2});
  Json meta = Json::parse(archive.meta);
  meta["dimensions"] = std::uint64_t{1} << 50;
  archive.meta = meta.dump();
  EXPECT_THROW(parse_model(archive_bytes(archive, {"model", 2})), IoError);
}

TEST(ModelFileTest, RejectionsOfAFileNameItsPath) {
  const auto path = temporary_path("fairpca_broken_model.fpca");
  Archive archive = parse_archive(bytes_of(full_model()), {"model", 2});
  archive.arrays["scale"](0, 0) = -1;
  write_archive(archive, {"model", 2}, path);
  const auto rejection = [&] { return rejection_of([&] { read_model(path); }); };
  EXPECT_EQ(rejection().code(), "damaged-archive");
  EXPECT_EQ(rejection().place().file, path.string());
  std::filesystem::remove(path);
  EXPECT_EQ(rejection().code(), "file-not-readable");
  EXPECT_EQ(rejection().place().file, path.string());
}

TEST(ModelFileTest, AModelThatCouldNotBeReadIsNotWritten) {
  Model model = full_model();
  model.scale(0) = 0;
  const Message impossible = rejection_of([&] { bytes_of(model); });
  EXPECT_EQ(impossible.code(), "impossible-model");
  EXPECT_THAT(impossible.argument("reason"), HasSubstr("scale has"));
  model = full_model();
  model.groups[0].name = "\xff";
  const Message not_utf8 = rejection_of([&] { bytes_of(model); });
  EXPECT_EQ(not_utf8.code(), "archive-meta");
  EXPECT_THAT(not_utf8.argument("reason"), HasSubstr("not UTF-8"));
}

}  // namespace model_file_test
}  // namespace fairpca
