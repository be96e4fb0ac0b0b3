// SPDX-License-Identifier: BSD-3-Clause
#include "passes/pass_result.h"

#include "passes/pass_values.h"

namespace fairpca {
namespace {

constexpr std::uint64_t kResultMark = 0x31545345525F5046ULL;

template <class Value>
std::string merged_values(const std::vector<PassResult>& results) {
  std::optional<Value> total;
  for (const PassResult& result : results) add_value(result.value, total);
  return total ? value_bytes(*total) : std::string();
}

std::string merged_values_of(PassKind kind, const std::vector<PassResult>& results) {
  switch (kind) {
    case PassKind::kCount:
      return merged_values<CellCounts>(results);
    case PassKind::kMeans:
      return merged_values<ColumnMeans>(results);
    case PassKind::kMoments:
      return merged_values<MomentsPart>(results);
    case PassKind::kSample:
      return merged_values<SampledRowsPart>(results);
    case PassKind::kFeatures:
      return merged_values<FeatureSums>(results);
    case PassKind::kPrepare:
      break;
    case PassKind::kCellWeights:
      return merged_values<Vector>(results);
    case PassKind::kHashCounts:
      return merged_values<HashCounts>(results);
    case PassKind::kHashes:
      return merged_values<CellHashes>(results);
    case PassKind::kStartRows:
      return merged_values<StartRows>(results);
    case PassKind::kSums:
      return merged_values<MixtureSums>(results);
    case PassKind::kScores:
      return merged_values<MixtureScores>(results);
  }
  return {};
}

/// Whether the values are of the same columns: otherwise the driver asks again.
bool can_be_merged(const std::vector<PassResult>& results) {
  const PartitionFacts* first = nullptr;
  for (const PassResult& result : results) {
    for (const PartitionFacts& facts : result.partitions) {
      if (facts.problem) return false;
      if (facts.rows == 0) continue;
      if (first == nullptr) first = &facts;
      if (facts.features != first->features) return false;
    }
  }
  return true;
}

}  // namespace

void write_facts(ByteWriter& out, const PartitionFacts& facts) {
  out.index(facts.number);
  out.index(facts.rows);
  out.flag(facts.problem.has_value());
  if (facts.problem) {
    out.text(facts.problem->code);
    out.text(facts.problem->text);
    out.index(facts.problem->row);
    out.text(facts.problem->column);
  }
  write_features(out, facts.features);
  for (std::size_t i = 0; i < facts.features.size(); ++i) out.flag(facts.shown[i]);
}

PartitionFacts read_facts(ByteReader& in) {
  PartitionFacts facts;
  facts.number = in.index();
  facts.rows = in.index();
  if (in.flag()) {
    PartitionProblem& problem = facts.problem.emplace();
    problem.code = in.text();
    problem.text = in.text();
    problem.row = in.index();
    problem.column = in.text();
  }
  facts.features = read_features(in);
  for (std::size_t i = 0; i < facts.features.size(); ++i) facts.shown.push_back(in.flag());
  return facts;
}

std::string result_bytes(const PassResult& result) {
  ByteWriter out;
  out.whole(kResultMark);
  out.whole(static_cast<std::uint64_t>(result.kind));
  out.list(result.partitions, [&](const PartitionFacts& facts) { write_facts(out, facts); });
  out.text(result.value);
  return out.take();
}

PassResult parse_result(std::string_view bytes) {
  ByteReader in(bytes);
  require_bytes(in.whole() == kResultMark);
  PassResult result;
  const std::uint64_t kind = in.whole();
  require_bytes(kind <= static_cast<std::uint64_t>(kLastPass));
  result.kind = static_cast<PassKind>(kind);
  result.partitions = in.list(32, [&] { return read_facts(in); });
  require_bytes(!result.partitions.empty());
  result.value = in.text();
  in.end();
  return result;
}

std::string merge_results(std::span<const std::string_view> results) {
  std::vector<PassResult> parts;
  for (const std::string_view bytes : results) parts.push_back(parse_result(bytes));
  require_bytes(!parts.empty());
  PassResult merged;
  merged.kind = parts.front().kind;
  for (const PassResult& part : parts) {
    require_bytes(part.kind == merged.kind);
    merged.partitions.insert(merged.partitions.end(), part.partitions.begin(),
                             part.partitions.end());
  }
  if (can_be_merged(parts)) merged.value = merged_values_of(merged.kind, parts);
  return result_bytes(merged);
}

}  // namespace fairpca
