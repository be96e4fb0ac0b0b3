// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/study/report_view.h"

namespace fairpca {

// The figures of a study.  Their ids name their files: `trade-off-d5`.  None where there is nothing
// to draw.

/// Error or loss of every group under PCA: against d, or of one d with intervals.
std::optional<Figure> who_pays_figure(const ReportView& view, const std::string& measure);

/// Overall error and gap of every method against d; none for a single d.
std::optional<Figure> costs_by_dimensions_figure(const ReportView& view);

/// The front of the training rows and every method, on them and held out.
std::optional<Figure> trade_off_figure(const ReportView& view, const std::string& dimensions);

/// The rows drawn, under every projection.
std::optional<Figure> study_projection_figure(const ReportView& view);

/// What adversaries and MMD see of the group.
std::optional<Figure> leakage_figure(const ReportView& view, const std::string& dimensions);

/// What a decision by the coordinates looks like.
std::optional<Figure> decision_figure(const ReportView& view, const std::string& dimensions);

/// Loadings of PCA and of the suggested method.
std::optional<Figure> study_biplot(const ReportView& view, const std::string& dimensions);

/// What every method keeps of every feature.
std::optional<Figure> study_communalities(const ReportView& view, const std::string& dimensions);

/// All of them, in the order of the report.
std::vector<Figure> study_figures(const ReportView& view);

}  // namespace fairpca
