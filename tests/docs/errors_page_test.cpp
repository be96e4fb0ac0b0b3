// SPDX-License-Identifier: BSD-3-Clause
// docs/errors.md has every message of the program in the words of each interface.  The test fails
// where the page is not what the tables say; `make docs-errors` writes it again.
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>
#include <span>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "../../cli/messages.h"
#include "../../cli/spelling.h"
#include "../../python/bindings/messages.h"
#include "../../python/bindings/spelling.h"
#include "experiments/messages.h"
#include "export/messages.h"
#include "files/messages.h"
#include "fit/fair_pca/messages.h"
#include "fit/gap/messages.h"
#include "fit/mean_constraints/messages.h"
#include "fit/messages.h"
#include "fit/mixture/messages.h"
#include "fit/mmd/messages.h"
#include "fit/path/messages.h"
#include "fit/robust/messages.h"
#include "kernels/messages.h"
#include "manifolds/messages.h"
#include "measure/messages.h"
#include "mixture/messages.h"
#include "model/messages.h"
#include "moments/messages.h"
#include "optimize/messages.h"
#include "options/messages.h"
#include "passes/messages.h"
#include "rows/arrow_messages.h"
#include "rows/messages.h"
#include "source_folder.h"
#include "spectral/messages.h"
#include "synthetic/messages.h"

namespace fairpca {
namespace errors_page_test {

struct Area {
  const char* title;
  std::span<const MessageSpec> messages;
};

const std::vector<Area>& areas() {
  static const std::vector<Area> all = {
      {"Options", kOptionMessages},
      {"Command line", kCliMessages},
      {"Python", python::kPythonMessages},
      {"Tables and their rows", kRowsMessages},
      {"Arrow streams", kArrowMessages},
      {"Files", kFilesMessages},
      {"Groups and moments", kMomentsMessages},
      {"Fits", kFitMessages},
      {"fair-pca", kFairPcaMessages},
      {"robust-fair-pca", kRobustMessages},
      {"gap-capped-pca", kGapMessages},
      {"mean-matching-pca and constrained-fair-pca", kMeanConstraintsMessages},
      {"mmd-fair-pca", kMmdMessages},
      {"ppca, mixture-ppca and fair-mixture-ppca", kMixtureFitMessages},
      {"The trade-off path", kPathMessages},
      {"Models", kModelMessages},
      {"Exports", kExportMessages},
      {"Measures", kMeasureMessages},
      {"Kernels", kKernelsMessages},
      {"Mixtures", kMixtureMessages},
      {"Partitions of a cluster", kPassesMessages},
      {"Manifolds", kManifoldsMessages},
      {"Descent and dual searches", kOptimizeMessages},
      {"Eigenpairs", kSpectralMessages},
      {"Synthetic data", kSyntheticMessages},
      {"Experiments", kExperimentsMessages}};
  return all;
}

const char* kind_text(MessageKind kind) {
  switch (kind) {
    case MessageKind::kInvalid:
      return "Rejected: `InvalidArgument`, in Python `ValueError`.";
    case MessageKind::kFile:
      return "Rejected: `IoError`, in Python `OSError`.";
    case MessageKind::kWarning:
      return "Warning.";
    case MessageKind::kNote:
      return "Note.";
  }
  return "";
}

std::string entry(const MessageSpec& spec) {
  const Message message(spec, {});  // arguments that are not given are shown by their names
  const std::string flags = message.text(cli::spelled_as_flags);
  const std::string parameters = message.text(python::spelled_in_python);
  const std::string fields = message.text();
  std::string text = fmt::format("### {}\n\n{}\n\n", spec.code, kind_text(spec.kind));
  if (flags == parameters && flags == fields) return fmt::format("{}> {}\n\n", text, flags);
  return fmt::format("{}- command line: {}\n- Python: {}\n- C++: {}\n\n", text, flags, parameters,
                     fields);
}

std::string generated_page() {
  std::string page = fmt::format(
      "# Messages by code\n\n"
      "Everything the program rejects, warns of or notes, written by `make docs-errors` from the\n"
      "tables in the sources. `{}` stands for what the message is about. In C++ the code is\n"
      "`error.message().code()`, in Python `error.code`.\n\n",
      "{name}");
  for (const Area& area : areas()) {
    if (area.messages.empty()) continue;
    page += fmt::format("## {}\n\n", area.title);
    for (const MessageSpec& spec : area.messages) page += entry(spec);
  }
  page.pop_back();
  return page;
}

TEST(ErrorsPageTest, ThePageHasEverySentenceOfEveryInterface) {
  const std::filesystem::path path = source_folder() / "docs/errors.md";
  if (std::getenv("FAIRPCA_WRITE_DOCS") != nullptr) std::ofstream(path) << generated_page();
  std::ifstream file(path);
  const std::string page(std::istreambuf_iterator<char>(file), {});
  EXPECT_EQ(page, generated_page()) << "run `make docs-errors`";
}

TEST(ErrorsPageTest, EveryCodeIsUnique) {
  std::set<std::string_view> codes;
  for (const Area& area : areas()) {
    for (const MessageSpec& spec : area.messages) {
      EXPECT_TRUE(codes.insert(spec.code).second) << spec.code;
    }
  }
}

TEST(ErrorsPageTest, NoSentenceOfTheCoreHoldsAFlag) {
  for (const Area& area : areas()) {
    const std::string title = area.title;
    if (title == "Command line" || title == "Experiments") continue;
    for (const MessageSpec& spec : area.messages) {
      EXPECT_EQ(spec.sentence.find("--"), std::string_view::npos) << spec.code;
    }
  }
}

}  // namespace errors_page_test
}  // namespace fairpca
