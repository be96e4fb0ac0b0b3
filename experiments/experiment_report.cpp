// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/experiment_report.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "experiments/experiments.h"
#include "report/json_number.h"
#include "text/counted.h"

namespace fairpca {
namespace {

OrderedJson heading_json(const Experiment& experiment) {
  return {{"id", experiment.id},
          {"number", experiment.number},
          {"title", experiment.title},
          {"paper", facts_of(experiment.paper).citation},
          {"files", files_of(experiment)}};
}

OrderedJson mean_json(const MeanValue& value) {
  return {{"mean", json_number(value.mean)}, {"deviation", json_number(value.deviation)}};
}

OrderedJson cell_json(const ComparedCell& cell) {
  constexpr const char* kVerdicts[] = {"better", "equal", "worse", "none"};
  return {{"data", cell.row},
          {"method", cell.method},
          {"measure", cell.measure},
          {"published", mean_json(cell.published)},
          {"paper_algorithm", mean_json(cell.own)},
          {"ours", mean_json(cell.ours)},
          {"verdict", kVerdicts[static_cast<std::size_t>(cell.verdict())]},
          {"reason", cell.reason}};
}

OrderedJson result_json(const RanExperiment& ran) {
  OrderedJson object = heading_json(*ran.experiment);
  object["tables"] = OrderedJson::array();
  for (const ComparedTable& table : ran.result.tables) {
    OrderedJson cells = OrderedJson::array();
    for (const ComparedCell& cell : table.cells) cells.push_back(cell_json(cell));
    object["tables"].push_back({{"id", table.id},
                                {"title", table.title},
                                {"better", table.count(Verdict::kBetter)},
                                {"equal", table.count(Verdict::kEqual)},
                                {"worse", table.count(Verdict::kWorse)},
                                {"cells", std::move(cells)},
                                {"notes", table.notes}});
  }
  object["figures"] = OrderedJson::array();
  for (const Figure& figure : ran.result.figures) {
    object["figures"].push_back({{"id", figure.id}, {"title", figure.title}});
  }
  object["claims"] = OrderedJson::array();
  for (const Claim& claim : ran.result.claims) {
    object["claims"].push_back(
        {{"paper", claim.paper}, {"here", claim.here}, {"holds", claim.holds}, {"why", claim.why}});
  }
  object["notes"] = ran.result.notes;
  object["seconds"] = json_number(ran.seconds);
  return object;
}

/// With a full stop, where it has none.
std::string ended(const std::string& text) {
  return text.ends_with('.') ? text : text + '.';
}

/// `holds: numbers. Why.`
std::string outcome_text(const Claim& claim) {
  std::string text =
      ended(fmt::format("{}: {}", claim.holds ? "holds" : "does not hold", claim.here));
  if (!claim.why.empty()) text += fmt::format(" {}", ended(claim.why));
  return text;
}

std::string section_of(const RanExperiment& ran) {
  const Experiment& experiment = *ran.experiment;
  std::string text = fmt::format("## {}: {}\n\n`fairpca reproduce {}`\n\n", experiment.number,
                                 experiment.title, experiment.id);
  for (const Figure& figure : ran.result.figures) {
    text += fmt::format("![{}]({}.svg)\n\n", figure.title, figure.id);
    if (!figure.caption.empty()) text += figure.caption + "\n\n";
  }
  for (const Claim& claim : ran.result.claims) {
    text += fmt::format("- The paper: {} **{}**\n", ended(claim.paper), outcome_text(claim));
  }
  if (!ran.result.claims.empty()) text += '\n';
  for (const ComparedTable& table : ran.result.tables) text += compared_markdown(table);
  for (const std::string& note : ran.result.notes) text += fmt::format("- {}\n", ended(note));
  return text + '\n';
}

struct PaperCounts {
  int claims = 0, held = 0, better = 0, equal = 0, worse = 0;
};

PaperCounts counts_of(const std::vector<const RanExperiment*>& ran) {
  PaperCounts counts;
  for (const RanExperiment* one : ran) {
    for (const Claim& claim : one->result.claims) {
      ++counts.claims;
      counts.held += claim.holds ? 1 : 0;
    }
    for (const ComparedTable& table : one->result.tables) {
      counts.better += table.count(Verdict::kBetter);
      counts.equal += table.count(Verdict::kEqual);
      counts.worse += table.count(Verdict::kWorse);
    }
  }
  return counts;
}

std::string opening_of(const std::vector<const RanExperiment*>& ran) {
  const PaperCounts counts = counts_of(ran);
  std::string text = "## What holds and what does not\n\n";
  text += fmt::format("{} of the paper checked, of which {} in our runs.",
                      counted(counts.claims, "statement", "statements"),
                      counted(counts.held, "holds", "hold"));
  const int numbers = counts.better + counts.equal + counts.worse;
  if (numbers > 0) {
    text +=
        fmt::format(" Of {} published numbers, ours are better in {}, equal in {} and worse in {}.",
                    numbers, counts.better, counts.equal, counts.worse);
  }
  text += "\n\n";
  for (const RanExperiment* one : ran) {
    for (const Claim& claim : one->result.claims) {
      if (claim.holds) continue;
      text += fmt::format("- {}: \"{}\" {}\n", one->experiment->number, claim.paper,
                          outcome_text(claim));
    }
  }
  return text + '\n';
}

}  // namespace

std::string experiments_table(const std::vector<Experiment>& experiments) {
  std::size_t width = 0;
  for (const Experiment& experiment : experiments) width = std::max(width, experiment.id.size());
  std::string text;
  for (const Experiment& experiment : experiments) {
    text += fmt::format("{:{}}  {} ({}, {})\n", experiment.id, width, experiment.title,
                        facts_of(experiment.paper).name, experiment.number);
  }
  return text;
}

std::string experiments_json(const std::vector<Experiment>& experiments) {
  OrderedJson list = OrderedJson::array();
  for (const Experiment& experiment : experiments) list.push_back(heading_json(experiment));
  return json_text(list);
}

std::string experiment_text(const RanExperiment& ran) {
  const Experiment& experiment = *ran.experiment;
  std::string text = fmt::format("{}: {} ({}, {}), {:.1f} s\n", experiment.id, experiment.title,
                                 facts_of(experiment.paper).name, experiment.number, ran.seconds);
  for (const ComparedTable& table : ran.result.tables) text += compared_text(table);
  for (const Claim& claim : ran.result.claims) {
    text += fmt::format("The paper: {}\n  {}\n", claim.paper, outcome_text(claim));
  }
  for (const std::string& note : ran.result.notes) text += ended(note) + '\n';
  return text + '\n';
}

std::string runs_json(const std::vector<RanExperiment>& ran, const RunFacts& facts) {
  OrderedJson object = {{"command", facts.command},           {"date", facts.date},
                        {"machine", facts.machine},           {"quick", facts.is_quick},
                        {"seconds", facts.seconds},           {"task_seconds", facts.task_seconds},
                        {"experiments", OrderedJson::array()}};
  for (const RanExperiment& one : ran) object["experiments"].push_back(result_json(one));
  return json_text(object);
}

std::string paper_page(Paper paper, const std::vector<RanExperiment>& ran, const RunFacts& facts) {
  std::vector<const RanExperiment*> of_paper;
  for (const RanExperiment& one : ran) {
    if (one.experiment->paper == paper) of_paper.push_back(&one);
  }
  const PaperFacts& who = facts_of(paper);
  std::string text = fmt::format("# {} reproduced\n\n{}.\n\n", who.name, who.citation);
  text += fmt::format(
      "Made by `{}` on {}: {}. The command took {:.0f} s; its fits and measures, "
      "those of earlier runs among them, {:.0f} s of one thread.\n\n",
      facts.command, facts.date, facts.machine, facts.seconds, facts.task_seconds);
  if (facts.is_quick) {
    text += "**A quick run: few rows, splits and steps. Its numbers are none of the paper's.**\n\n";
  }
  text += opening_of(of_paper);
  for (const RanExperiment* one : of_paper) text += section_of(*one);
  return text;
}

}  // namespace fairpca
