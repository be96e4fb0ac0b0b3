// SPDX-License-Identifier: BSD-3-Clause
#include "passes/pass_request.h"

namespace fairpca {
namespace {

void write_texts(ByteWriter& out, const std::vector<std::string>& texts) {
  out.list(texts, [&](const std::string& text) { out.text(text); });
}

std::vector<std::string> read_texts(ByteReader& in) {
  return in.list(8, [&] { return in.text(); });
}

void write_column(ByteWriter& out, const FeatureColumn& column) {
  out.text(column.name);
  out.flag(column.kind == ColumnKind::kCategorical);
}

FeatureColumn read_column(ByteReader& in) {
  std::string name = in.text();
  return {std::move(name), in.flag() ? ColumnKind::kCategorical : ColumnKind::kNumeric};
}

void write_encoding(ByteWriter& out, const Encoding& encoding) {
  out.list(encoding.columns(), [&](const EncodedColumn& column) {
    write_column(out, column.column);
    write_texts(out, column.levels);
    out.flag(column.missing_is_level);
    write_texts(out, column.dropped_levels);
    out.flag(column.is_dropped);
  });
}

Encoding read_encoding(ByteReader& in) {
  return Encoding(in.list(40, [&] {
    EncodedColumn column{read_column(in), read_texts(in)};
    column.missing_is_level = in.flag();
    column.dropped_levels = read_texts(in);
    column.is_dropped = in.flag();
    return column;
  }));
}

void write_encode(ByteWriter& out, const EncodeOptions& options) {
  out.flag(options.unseen == UnseenLevel::kZeros);
  out.whole(static_cast<std::uint64_t>(options.missing));
  out.vector(options.fill);
}

EncodeOptions read_encode(ByteReader& in) {
  EncodeOptions options;
  options.unseen = in.flag() ? UnseenLevel::kZeros : UnseenLevel::kError;
  const std::uint64_t missing = in.whole();
  require_bytes(missing <= static_cast<std::uint64_t>(MissingCells::kModel));
  options.missing = static_cast<MissingCells>(missing);
  options.fill = in.vector();
  return options;
}

void require_fill(const EncodeOptions& options, const Encoding& encoding) {
  require_bytes(options.missing != MissingCells::kMean || options.fill.size() == encoding.width());
}

void write_levels(ByteWriter& out, const ProtectedLevels& levels) {
  out.list(levels, [&](const std::optional<std::string>& level) { write_optional(out, level); });
}

ProtectedLevels read_levels(ByteReader& in) {
  return in.list(8, [&] { return read_optional(in); });
}

void write_preparation(ByteWriter& out, const RowPreparation& preparation) {
  write_encoding(out, preparation.encoding);
  write_encode(out, preparation.encode);
  out.vector(preparation.mean);
  out.vector(preparation.scale);
  out.list(preparation.cells, [&](const ProtectedLevels& levels) { write_levels(out, levels); });
}

RowPreparation read_preparation(ByteReader& in) {
  RowPreparation preparation;
  preparation.encoding = read_encoding(in);
  preparation.encode = read_encode(in);
  preparation.mean = in.vector();
  preparation.scale = in.vector();
  preparation.cells = in.list(8, [&] { return read_levels(in); });
  require_fill(preparation.encode, preparation.encoding);
  const Index width = preparation.encoding.width();
  require_bytes(preparation.mean.size() == width && preparation.scale.size() == width);
  return preparation;
}

void write_mixture(ByteWriter& out, const PpcaMixture& mixture) {
  out.list(mixture.components, [&](const PpcaComponent& component) {
    out.real(component.weight);
    out.vector(component.mean);
    out.matrix(component.frame);
    out.vector(component.variance);
    out.real(component.noise_variance);
  });
}

PpcaMixture read_mixture(ByteReader& in) {
  PpcaMixture mixture;
  mixture.components = in.list(48, [&] {
    PpcaComponent component;
    component.weight = in.real();
    component.mean = in.vector();
    component.frame = in.matrix();
    component.variance = in.vector();
    component.noise_variance = in.real();
    return component;
  });
  for (const PpcaComponent& component : mixture.components) {
    const PpcaComponent& first = mixture.components.front();
    require_bytes(component.mean.size() == first.mean.size() &&
                  component.frame.rows() == first.mean.size() &&
                  component.frame.cols() == first.frame.cols() &&
                  component.variance.size() == first.frame.cols());
  }
  return mixture;
}

void write_rows_fields(ByteWriter& out, const PassRequest& request) {
  out.flag(request.features.has_value());
  if (request.features) write_features(out, *request.features);
  out.flag(request.keeps_bandwidth_rows);
  out.flag(request.counts_cells);
  out.flag(request.encoding.has_value());
  if (request.encoding) write_encoding(out, *request.encoding);
  write_encode(out, request.encode);
  write_preparation(out, request.preparation);
  out.flag(request.leaves_rows_out);
  out.list(request.cells, [&](const SampledCell& cell) {
    write_levels(out, cell.levels);
    write_optional(out, cell.label);
    out.real(cell.below);
  });
  out.text(request.model);
  out.matrix(request.frequencies);
}

void read_rows_fields(ByteReader& in, PassRequest& request) {
  if (in.flag()) request.features = read_features(in);
  request.keeps_bandwidth_rows = in.flag();
  request.counts_cells = in.flag();
  if (in.flag()) request.encoding = read_encoding(in);
  request.encode = read_encode(in);
  if (request.encoding) require_fill(request.encode, *request.encoding);
  request.preparation = read_preparation(in);
  request.leaves_rows_out = in.flag();
  request.cells = in.list(24, [&] {
    SampledCell cell{read_levels(in), read_optional(in)};
    cell.below = in.real();
    return cell;
  });
  request.model = in.text();
  request.frequencies = in.matrix();
}

}  // namespace

void write_features(ByteWriter& out, const std::vector<FeatureColumn>& features) {
  out.list(features, [&](const FeatureColumn& column) { write_column(out, column); });
}

std::vector<FeatureColumn> read_features(ByteReader& in) {
  return in.list(16, [&] { return read_column(in); });
}

void write_optional(ByteWriter& out, const std::optional<std::string>& text) {
  out.flag(text.has_value());
  if (text) out.text(*text);
}

std::optional<std::string> read_optional(ByteReader& in) {
  return in.flag() ? std::optional(in.text()) : std::nullopt;
}

std::string request_bytes(const PassRequest& request) {
  ByteWriter out;
  out.whole(static_cast<std::uint64_t>(request.kind));
  write_rows_fields(out, request);
  out.list(request.held_out_below, [&](double below) { out.real(below); });
  out.whole(request.held_out_seed);
  out.whole(request.seed);
  out.list(request.places, [&](const HeldOutPlace& place) {
    out.index(place.bin);
    out.index(place.rank);
  });
  out.vector(request.cell_weights);
  out.index(request.expected_rows);
  out.index(request.wanted);
  write_mixture(out, request.mixture);
  out.flag(request.m_step == MStep::kExact);
  out.vector(request.scale);
  return out.take();
}

PassRequest parse_request(std::string_view bytes) {
  ByteReader in(bytes);
  PassRequest request;
  const std::uint64_t kind = in.whole();
  require_bytes(kind <= static_cast<std::uint64_t>(kLastPass));
  request.kind = static_cast<PassKind>(kind);
  read_rows_fields(in, request);
  request.held_out_below = in.list(8, [&] { return in.real(); });
  request.held_out_seed = in.whole();
  request.seed = in.whole();
  request.places = in.list(16, [&] {
    const Index bin = in.index();
    return HeldOutPlace{bin, in.index()};
  });
  request.cell_weights = in.vector();
  request.expected_rows = in.index();
  request.wanted = in.index();
  request.mixture = read_mixture(in);
  request.m_step = in.flag() ? MStep::kExact : MStep::kLatent;
  request.scale = in.vector();
  in.end();
  return request;
}

std::optional<std::vector<FeatureColumn>> requested_features(std::string_view request) {
  return parse_request(request).features;
}

}  // namespace fairpca
