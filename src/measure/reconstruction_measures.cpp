// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "fairpca/spectral/top_eigenpairs.h"
#include "measure/loss_draws.h"
#include "measure/measured_numbers.h"
#include "measure/messages.h"
#include "measure/training_groups.h"
#include "model/reconstruction.h"
#include "text/display_width.h"
#include "text/quoted.h"

namespace fairpca {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

/// Errors, variances and captured variances of the published groups, and their draws.
class Reconstruction {
 public:
  Reconstruction(const MeasureContext& context, Measured& measured)
      : context_(context), measured_(measured), model_(context.input.model) {
    d_ = std::min(model_.requested_dimensions, model_.mean.size());
    errors_ = per_group([&](std::size_t g) { return error_of(g); });
    variances_ = per_group([&](std::size_t g) { return moment(g).trace(); });
    draw();
  }

  bool has_errors() const { return is_linear() || has_row_errors(); }

  void add_errors();
  void add_gaps();
  void add_losses();
  void add_loss_overall();
  void add_loss_reference();
  void add_ratios();

 private:
  using Kind = std::optional<DrawnNumbers>;

  bool is_linear() const { return !model_.mixture && model_.projection.components.cols() > 0; }
  bool has_row_errors() const {
    return context_.input.evaluated.keys != nullptr && context_.input.evaluated.scored != nullptr &&
           context_.input.evaluated.scored->squared_error.size() > 0;
  }
  bool about_own_mean() const { return context_.input.settings.center == Center::kGroup; }
  const GroupStatistics& statistics(std::size_t g) const {
    return context_.prepared.groups[context_.evaluated.number[g]];
  }
  const Matrix& moment(std::size_t g) const { return statistics(g).second_moment; }

  template <class Number>
  Vector per_group(const Number& number) const {
    Vector values(static_cast<Index>(context_.evaluated.names.size()));
    for (Index g = 0; g < values.size(); ++g) values(g) = number(static_cast<std::size_t>(g));
    return values;
  }
  /// One number per draw and group, made of column g of the groups.
  template <class Number>
  Matrix per_drawn_group(const Number& number) const {
    Matrix values(error_draws_->groups.rows(), error_draws_->groups.cols());
    for (Index g = 0; g < values.cols(); ++g) values.col(g) = number(g);
    return values;
  }

  /// All components are kept, so that no row has an error: rounding alone would say it has.
  bool is_exact() const {
    if (!is_linear() || model_.projection.components.cols() < model_.mean.size()) return false;
    const LinearProjection& projection = model_.projection;
    const Vector kept = projection.encode_scale.cwiseProduct(projection.decode_scale);
    return ((kept.array() - 1).abs() <= 1e-12).all();
  }
  double error_of(std::size_t g) const {
    if (is_exact()) return 0;
    if (is_linear()) return reconstruction_error(model_.projection, moment(g));
    if (!has_row_errors()) return kUnknown;
    return mean_over(context_.evaluated.rows[g], *context_.input.evaluated.keys,
                     context_.input.evaluated.scored->squared_error);
  }
  double overall_error() const {
    if (context_.overall->rows == 0) return kUnknown;
    if (is_exact()) return 0;
    if (is_linear()) return reconstruction_error(model_.projection, context_.overall->covariance);
    return mean_over(context_.evaluated.overall, *context_.input.evaluated.keys,
                     context_.input.evaluated.scored->squared_error);
  }
  /// Error of the group about `center`, in the scaled space about the model's mean.
  double error_about(std::size_t g, const Vector& center) const {
    if (is_exact()) return 0;
    const Vector& mean = statistics(g).mean;
    Matrix about = moment(g);
    if (!about_own_mean()) about -= mean * mean.transpose();
    about += (mean - center) * (mean - center).transpose();
    return reconstruction_error(model_.projection, about);
  }
  /// (I - P) x for rows x.
  Matrix residuals(const Matrix& rows) const {
    if (is_exact()) return Matrix::Zero(rows.rows(), rows.cols());
    const LinearProjection& projection = model_.projection;
    const Vector kept = projection.encode_scale.cwiseProduct(projection.decode_scale);
    return rows -
           (rows * projection.components) * kept.asDiagonal() * projection.components.transpose();
  }

  void draw();
  void draw_means();
  void take_own_means(DrawnNumbers& errors, DrawnNumbers& norms) const;
  void add_gap_about(const std::string& id, const std::vector<std::optional<Vector>>& centers);
  Matrix drawn_errors_about(const std::vector<std::optional<Vector>>& centers, bool own) const;
  void add_loss(std::size_t g, double loss, std::vector<std::string>& withheld);
  void note_no_interval(const std::string& measures);

  const MeasureContext& context_;
  Measured& measured_;
  const Model& model_;
  Index d_ = 0;
  Vector errors_, variances_;  ///< of groups, about the centre asked for
  std::optional<GroupDraws> draws_;
  /// Of errors and squared norms about the model's mean; none without rows.
  Kind error_draws_, norm_draws_;
  /// The same about the centre asked for.
  Kind centred_error_draws_, centred_norm_draws_;
  LossDraws own_loss_draws_;
  const LossDraws* loss_draws_ = nullptr;
};

void Reconstruction::draw() {
  if (!GroupDraws::are_wanted(context_) || !has_row_errors()) return;
  draws_.emplace(context_);
  const ScoredRows& scored = *context_.input.evaluated.scored;
  RowMatrix columns(scored.squared_error.size(), 2);
  columns.col(0) = is_exact() ? Vector::Zero(columns.rows()) : scored.squared_error;
  columns.col(1) = scored.squared_norm;
  std::vector<DrawnNumbers> means = draws_->means(columns);
  error_draws_ = std::move(means[0]);
  norm_draws_ = std::move(means[1]);
  draw_means();
  if (!about_own_mean()) {
    centred_error_draws_ = error_draws_;
    centred_norm_draws_ = norm_draws_;
  } else if (loss_draws_ != nullptr) {
    centred_error_draws_ = error_draws_;
    centred_norm_draws_ = norm_draws_;
    take_own_means(*centred_error_draws_, *centred_norm_draws_);
  }
}

/// Draws of the groups' means and second moments: given, or made here where something needs them.
void Reconstruction::draw_means() {
  const LossDraws* given = context_.input.loss_draws;
  if (given != nullptr && given->means.size() == context_.evaluated.names.size()) {
    loss_draws_ = given;
    return;
  }
  const bool is_needed = about_own_mean() || context_.wants("loss") ||
                         context_.wants("gap_group") || context_.wants("gap_training_group");
  if (!is_needed || context_.input.evaluated.prepared == nullptr) return;
  own_loss_draws_ = draw_losses(context_, *draws_, context_.wants("loss"));
  loss_draws_ = &own_loss_draws_;
}

/// mean |x - m|^2 = mean |x|^2 - |m|^2, m the mean of the drawn rows.
void Reconstruction::take_own_means(DrawnNumbers& errors, DrawnNumbers& norms) const {
  for (Index g = 0; g < errors.groups.cols(); ++g) {
    const Matrix& means = loss_draws_->means[static_cast<std::size_t>(g)];
    norms.groups.col(g) -= means.rowwise().squaredNorm();
    if (is_linear()) errors.groups.col(g) -= residuals(means).rowwise().squaredNorm();
  }
}

void Reconstruction::add_errors() {
  MeasuredNumbers numbers{overall_error(), errors_, centred_error_draws_};
  if (about_own_mean() && error_draws_ && !numbers.draws) {
    note_no_interval("reconstruction_error");
  }
  add_numbers(context_, "reconstruction_error", numbers, measured_);
}

void Reconstruction::note_no_interval(const std::string& measures) {
  measured_.notes.push_back(measure_message<"rows-not-kept">("measures"_is(measures)));
}

/// Errors of the drawn rows of each group about a fixed centre, or about their own mean.
Matrix Reconstruction::drawn_errors_about(const std::vector<std::optional<Vector>>& centers,
                                          bool own) const {
  return per_drawn_group([&](Index g) -> Vector {
    const Matrix residual = residuals(loss_draws_->means[static_cast<std::size_t>(g)]);
    const Vector& error = error_draws_->groups.col(g);
    if (own) return error - residual.rowwise().squaredNorm();
    const std::optional<Vector>& center = centers[static_cast<std::size_t>(g)];
    if (!center) return Vector::Constant(error.size(), kUnknown);
    const Vector of_center = residuals(center->transpose()).row(0).transpose();
    return (error - 2 * residual * of_center).array() + of_center.squaredNorm();
  });
}

void Reconstruction::add_gap_about(const std::string& id,
                                   const std::vector<std::optional<Vector>>& centers) {
  MeasuredNumbers numbers;
  const bool own = id == "gap_group";
  numbers.groups = per_group([&](std::size_t g) {
    if (own) return error_about(g, statistics(g).mean);
    return centers[g] ? error_about(g, *centers[g]) : kUnknown;
  });
  if (loss_draws_ != nullptr) {
    numbers.draws = {error_draws_->overall, drawn_errors_about(centers, own)};
  } else if (draws_) {
    note_no_interval(id);
  }
  add_largest_difference(context_, id, numbers, measured_);
}

void Reconstruction::add_gaps() {
  if (context_.wants("gap")) {
    MeasuredNumbers numbers{{}, errors_, error_draws_};
    if (is_linear() && about_own_mean()) {
      numbers.groups = per_group(
          [&](std::size_t g) { return error_about(g, Vector::Zero(model_.mean.size())); });
    }
    add_largest_difference(context_, "gap", numbers, measured_);
  }
  if (!is_linear()) return;
  if (context_.wants("gap_group")) add_gap_about("gap_group", {});
  if (!context_.wants("gap_training_group")) return;
  const std::vector<std::optional<Vector>> means = training_means(context_);
  if (std::any_of(means.begin(), means.end(), [](const auto& mean) { return mean.has_value(); })) {
    add_gap_about("gap_training_group", means);
  } else if (!means.empty()) {
    note_no_training(context_, "gap_training_group", measured_);
  }
}

void Reconstruction::add_losses() {
  SpectralSolver spectral;
  MeasuredNumbers numbers;
  std::vector<std::string> withheld;
  numbers.groups = per_group([&](std::size_t g) {
    const double sigma =
        d_ >= model_.mean.size() ? moment(g).trace() : spectral.top(moment(g), d_).values.sum();
    return loss_against(sigma, errors_(static_cast<Index>(g)), moment(g));
  });
  for (std::size_t g = 0; g < context_.evaluated.names.size(); ++g) {
    add_loss(g, numbers.groups(static_cast<Index>(g)), withheld);
  }
  if (numbers.groups.size() > 0) {
    measured_.values.push_back(
        {.measure = "loss", .statistic = Statistic::kWorst, .value = numbers.groups.maxCoeff()});
  }
  if (!withheld.empty()) {
    measured_.notes.push_back(
        measure_message<"loss-interval-withheld">("groups"_is(quoted_list(withheld))));
  }
  if (!draws_ || numbers.groups.size() == 0) return;
  if (loss_draws_ == nullptr) {
    note_no_interval("loss");
  } else if (loss_draws_->top_sums.empty()) {
    measured_.notes.push_back(measure_message<"loss-draws-too-costly">(
        "draws"_is(context_.input.settings.draws), "rows"_is(context_.prepared.rows),
        "columns"_is(model_.mean.size())));
  }
}

/// One group's loss, with its basic interval and its bias (statistics.md, rule 4).
void Reconstruction::add_loss(std::size_t g, double loss, std::vector<std::string>& withheld) {
  const std::string& name = context_.evaluated.names[g];
  const MeasuredValue value{.measure = "loss", .group = name, .value = loss};
  if (loss_draws_ == nullptr || loss_draws_->top_sums.empty()) {
    add_value(value, {}, {}, measured_);
    return;
  }
  const auto column = static_cast<Index>(g);
  const Vector captured =
      centred_norm_draws_->groups.col(column) - centred_error_draws_->groups.col(column);
  const Vector draws = loss_draws_->top_sums[g].col(d_ - 1) - captured;
  const double bias = draws.mean() - loss;
  // At d = p nothing is lost in any draw, whatever rounding says.
  const bool is_withheld = statistics(g).rows <= 5 * d_ || (bias > loss / 2 && !is_exact());
  if (is_withheld) withheld.push_back(shortened(name, 48));
  const Interval interval = is_exact() ? Interval{loss, loss} : basic_interval(loss, draws);
  add_value(value, is_withheld ? Interval() : interval, draws, measured_);
  measured_.values.push_back(
      {.measure = "loss", .statistic = Statistic::kBias, .group = name, .value = bias});
}

void Reconstruction::add_loss_overall() {
  if (context_.prepared.rows == 0) return;
  SpectralSolver spectral;
  const Matrix frame = spectral.top(context_.prepared.covariance, d_).vectors;
  MeasuredNumbers numbers;
  numbers.groups = per_group([&](std::size_t g) {
    const auto at = static_cast<Index>(g);
    return variances_along(frame, moment(g)).sum() - (variances_(at) - errors_(at));
  });
  add_numbers(context_, "loss_overall", numbers, measured_);
}

void Reconstruction::add_loss_reference() {
  const std::vector<std::optional<Matrix>> frames = training_frames(context_, d_);
  if (frames.empty()) return;
  if (std::none_of(frames.begin(), frames.end(), [](const auto& f) { return f.has_value(); })) {
    note_no_training(context_, "loss_reference", measured_);
    return;
  }
  MeasuredNumbers numbers;
  numbers.groups = per_group([&](std::size_t g) {
    if (!frames[g]) return kUnknown;
    const Vector& mean = statistics(g).mean;
    Matrix about = moment(g);
    if (about_own_mean()) about += mean * mean.transpose();
    const double error = is_linear() ? reconstruction_error(model_.projection, about) : error_of(g);
    return variances_along(*frames[g], about).sum() - (about.trace() - error);
  });
  const RowMatrix* rows = context_.input.evaluated.prepared;
  if (draws_ && rows == nullptr) note_no_interval("loss_reference");
  if (draws_ && rows != nullptr) {
    const ScoredRows& scored = *context_.input.evaluated.scored;
    RowMatrix columns = RowMatrix::Constant(rows->rows(), numbers.groups.size(), kUnknown);
    for (std::size_t g = 0; g < frames.size(); ++g) {
      const auto at = static_cast<Index>(g);
      columns.col(at) = scored.squared_error - scored.squared_norm;
      if (frames[g]) columns.col(at) += (*rows * *frames[g]).rowwise().squaredNorm();
    }
    const std::vector<DrawnNumbers> means = draws_->means(columns);
    numbers.draws = *error_draws_;
    numbers.draws->groups = per_drawn_group([&](Index g) -> Vector {
      return frames[static_cast<std::size_t>(g)]
                 ? Vector(means[static_cast<std::size_t>(g)].groups.col(g))
                 : Vector::Constant(numbers.draws->groups.rows(), kUnknown);
    });
  }
  add_numbers(context_, "loss_reference", numbers, measured_);
}

void Reconstruction::add_ratios() {
  const auto share = [](double error, double total) {
    return total > 0 ? error / total : kUnknown;
  };
  MeasuredNumbers relative;
  relative.groups = per_group([&](std::size_t g) {
    return share(errors_(static_cast<Index>(g)), variances_(static_cast<Index>(g)));
  });
  if (centred_error_draws_) {
    relative.draws = {error_draws_->overall.cwiseQuotient(norm_draws_->overall),
                      centred_error_draws_->groups.cwiseQuotient(centred_norm_draws_->groups)};
  }
  if (context_.wants("relative_error")) {
    add_numbers(context_, "relative_error", relative, measured_);
  }
  if (!context_.wants("explained_variance_ratio")) return;
  MeasuredNumbers explained;
  explained.overall = context_.overall->rows == 0
                          ? kUnknown
                          : 1 - share(overall_error(), context_.overall->covariance.trace());
  explained.groups = 1 - relative.groups.array();
  if (relative.draws) {
    explained.draws = {1 - relative.draws->overall.array(), 1 - relative.draws->groups.array()};
  }
  add_numbers(context_, "explained_variance_ratio", explained, measured_);
}

}  // namespace

void measure_reconstruction(const MeasureContext& context, Measured& measured) {
  Reconstruction reconstruction(context, measured);
  if (!reconstruction.has_errors()) return;
  if (context.wants("reconstruction_error")) reconstruction.add_errors();
  reconstruction.add_gaps();
  if (context.wants("loss")) reconstruction.add_losses();
  if (context.wants("loss_overall")) reconstruction.add_loss_overall();
  if (context.wants("loss_reference")) reconstruction.add_loss_reference();
  reconstruction.add_ratios();
}

}  // namespace fairpca
