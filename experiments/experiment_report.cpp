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
                                {"is_printed", table.is_printed},
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
    object["claims"].push_back({{"paper", claim.paper},
                                {"here", claim.here},
                                {"holds", claim.holds},
                                {"why", claim.why},
                                {"threshold", claim.threshold},
                                {"is_ours", claim.is_ours}});
  }
  object["notes"] = ran.result.notes;
  object["seconds"] = json_number(ran.seconds);
  return object;
}

/// `Holds: numbers. Why.`
std::string outcome_text(const Claim& claim) {
  std::string text =
      ended_sentence(fmt::format("{}: {}", claim.holds ? "holds" : "does not hold", claim.here));
  if (!claim.why.empty()) text += fmt::format(" {}", ended_sentence(claim.why));
  return text;
}

/// What is said, and by which number of ours it is judged.
std::string judged_words(const Claim& claim) {
  if (claim.threshold.empty()) return ended_sentence(claim.paper);
  return ended_sentence(fmt::format("{} (our threshold: {})", claim.paper, claim.threshold));
}

/// Whose statement it is, and what it says.
std::string statement_text(const Claim& claim) {
  return fmt::format("{}: {}", claim.is_ours ? "Not in the paper" : "The paper",
                     judged_words(claim));
}

/// `12 s by the clock, 20 s of processor time`.
std::string seconds_text(const CommandRun& run) {
  return fmt::format("{:.0f} s by the clock, {:.0f} s of processor time", run.seconds,
                     run.processor_seconds);
}

/// What the page says of how it was made.
std::string origin_of(const RunFacts& facts) {
  std::string text =
      fmt::format("Made by `{}` on {}: {}. ", facts.command, facts.date, facts.machine);
  if (facts.runs.size() == 1) {
    text += fmt::format("It took {}", seconds_text(facts.runs.front()));
  } else {
    double sum = 0;
    for (const CommandRun& run : facts.runs) sum += run.processor_seconds;
    text += fmt::format(
        "It was made in several runs, each of which read back what those before it had stored; "
        "together they took {:.0f} s of processor time",
        sum);
  }
  text += ".\n\n";
  if (facts.runs.size() == 1) return text;
  for (const CommandRun& run : facts.runs) {
    text += fmt::format("- `{}`, {}: {}\n", run.command, run.date, seconds_text(run));
  }
  return text + '\n';
}

/// Which studies of a paper are not in its page.
std::string left_out_of(Paper paper, const RunFacts& facts) {
  std::vector<std::string> keys;
  for (const std::string& key : facts.left_out) {
    if (key.starts_with(facts_of(paper).id + '-')) keys.push_back(key);
  }
  if (keys.empty()) return "";
  return fmt::format(
      "**Left out: {}. Tables lack their numbers, and claims that need them are not judged.**\n\n",
      fmt::join(keys, ", "));
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
    text += fmt::format("- {} **{}**\n", statement_text(claim), outcome_text(claim));
  }
  if (!ran.result.claims.empty()) text += '\n';
  for (const ComparedTable& table : ran.result.tables) text += compared_markdown(table);
  for (const std::string& note : ran.result.notes) {
    text += fmt::format("- {}\n", ended_sentence(note));
  }
  return text + '\n';
}

/// Statements and numbers: of the paper, and others.
struct PaperCounts {
  int claims = 0, held = 0, better = 0, equal = 0, worse = 0;
  int numbers() const { return better + equal + worse; }
};

PaperCounts counts_of(const std::vector<const RanExperiment*>& ran, bool of_paper) {
  PaperCounts counts;
  for (const RanExperiment* one : ran) {
    for (const Claim& claim : one->result.claims) {
      if (claim.is_ours == of_paper) continue;
      ++counts.claims;
      counts.held += claim.holds ? 1 : 0;
    }
    for (const ComparedTable& table : one->result.tables) {
      if (table.is_printed != of_paper) continue;
      counts.better += table.count(Verdict::kBetter);
      counts.equal += table.count(Verdict::kEqual);
      counts.worse += table.count(Verdict::kWorse);
    }
  }
  return counts;
}

/// ` Of 5 published numbers, ours are better in 3, equal in 1 and worse in 1.`
std::string numbers_text(const PaperCounts& counts, const char* whose) {
  if (counts.numbers() == 0) return {};
  return fmt::format(" Of {} {}, ours are better in {}, equal in {} and worse in {}.",
                     counts.numbers(), whose, counts.better, counts.equal, counts.worse);
}

std::string failed_claims(const std::vector<const RanExperiment*>& ran, bool of_paper) {
  std::string text;
  for (const RanExperiment* one : ran) {
    for (const Claim& claim : one->result.claims) {
      if (claim.holds || claim.is_ours == of_paper) continue;
      text += fmt::format("- {}: {} **{}**\n", one->experiment->number, judged_words(claim),
                          outcome_text(claim));
    }
  }
  return text.empty() ? text : text + '\n';
}

std::string opening_of(const std::vector<const RanExperiment*>& ran) {
  const PaperCounts paper = counts_of(ran, true), other = counts_of(ran, false);
  std::string text = "## What holds and what does not\n\n";
  text += fmt::format("{} of the paper checked, of which {} in our runs.",
                      counted(paper.claims, "statement", "statements"),
                      counted(paper.held, "holds", "hold"));
  text += numbers_text(paper, "published numbers");
  text += numbers_text(other, "numbers that others have stored (the paper prints none of them)");
  const bool has_thresholds = std::any_of(ran.begin(), ran.end(), [](const RanExperiment* one) {
    return std::any_of(one->result.claims.begin(), one->result.claims.end(),
                       [](const Claim& claim) { return !claim.threshold.empty(); });
  });
  if (has_thresholds) {
    text +=
        " Where the words of a statement have no number in them, it is judged by a threshold of "
        "ours, which stands in brackets behind it.";
  }
  text += "\n\n" + failed_claims(ran, true);
  if (other.claims > 0) {
    text += fmt::format("{} that the paper does not make, of which {}.\n\n",
                        counted(other.claims, "statement", "statements"),
                        counted(other.held, "holds", "hold"));
    text += failed_claims(ran, false);
  }
  return text;
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
    text += fmt::format("{}\n  {}\n", statement_text(claim), outcome_text(claim));
  }
  for (const std::string& note : ran.result.notes) text += ended_sentence(note) + '\n';
  return text + '\n';
}

std::string runs_json(const std::vector<RanExperiment>& ran, const RunFacts& facts) {
  OrderedJson runs = OrderedJson::array();
  for (const CommandRun& run : facts.runs) {
    runs.push_back({{"command", run.command},
                    {"date", run.date},
                    {"seconds", run.seconds},
                    {"processor_seconds", run.processor_seconds}});
  }
  OrderedJson object = {{"command", facts.command},   {"date", facts.date},
                        {"machine", facts.machine},   {"quick", facts.is_quick},
                        {"runs", std::move(runs)},    {"task_seconds", facts.task_seconds},
                        {"left_out", facts.left_out}, {"experiments", OrderedJson::array()}};
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
  text += origin_of(facts);
  if (facts.is_quick) {
    text += "**A quick run: few rows, splits and steps. Its numbers are none of the paper's.**\n\n";
  }
  if (!who.remark.empty()) text += who.remark + "\n\n";
  text += left_out_of(paper, facts);
  text += opening_of(of_paper);
  for (const RanExperiment* one : of_paper) text += section_of(*one);
  return text;
}

}  // namespace fairpca
