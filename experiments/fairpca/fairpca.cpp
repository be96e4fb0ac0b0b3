// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/fairpca/fairpca.h"

#include <fmt/format.h>

#include "experiments/fairpca/error_figures.h"
#include "experiments/fairpca/fairpca_studies.h"
#include "experiments/fairpca/loss_figures.h"
#include "experiments/fairpca/replication.h"
#include "experiments/fairpca/toy_figure.h"

namespace fairpca {
namespace {

Experiment fairpca_figure(int number, const std::string& title,
                          std::function<ExperimentResult(StudyRuns&)> present) {
  Experiment experiment;
  experiment.id = fmt::format("fairpca-figure{}", number);
  experiment.paper = Paper::kFairPca;
  experiment.number = fmt::format("Figure {}", number);
  experiment.title = title;
  experiment.present = [present = std::move(present)](StudyRuns& runs) {
    ExperimentResult result = present(runs);
    for (Claim& claim : result.claims) {
      if (claim.holds) claim.why.clear();  // reasons are declared for the other case
    }
    return result;
  };
  return experiment;
}

}  // namespace

std::vector<Experiment> fairpca_experiments() {
  Experiment faces = fairpca_figure(1, "Error of PCA on LFW by sex", present_lfw_errors);
  faces.studies = {lfw_data().study, lfw_samples_study()};
  Experiment errors =
      fairpca_figure(3, "Errors of PCA and FairPCA on LFW and Default Credit", present_fair_errors);
  Experiment losses =
      fairpca_figure(4, "Losses of PCA and FairPCA on LFW and Default Credit", present_fair_losses);
  for (Experiment* experiment : {&errors, &losses}) {
    experiment->studies = {lfw_data().study, credit_data().study};
    experiment->files = {replicated_file(Replicated::kCredit)};
  }
  for (const Replicated data : {Replicated::kLfw, Replicated::kCredit}) {
    errors.files.push_back(stored_errors_file(data));
    losses.files.push_back(stored_losses_file(data));
  }
  return {faces,
          fairpca_figure(2, "Two configurations of points that one direction cannot serve alike",
                         present_fairpca_toy),
          errors, losses};
}

}  // namespace fairpca
