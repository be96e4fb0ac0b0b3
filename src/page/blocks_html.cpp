// SPDX-License-Identifier: BSD-3-Clause
#include "page/blocks_html.h"

#include <algorithm>

#include <fmt/format.h>

#include "figure/xml_text.h"
#include "page/figure_html.h"
#include "page/table_html.h"

namespace fairpca {
namespace {

constexpr std::size_t kCloud = 1000;  ///< points of a figure that weighs

constexpr std::size_t kMostDrawnTwice = 6;  ///< choices; of more, only the first is

/// One kind of block each.
struct BlockWriter {
  PageContext& context;
  bool is_drawn_twice;  ///< figures for phones as well

  std::string operator()(const Paragraph& paragraph) const {
    return fmt::format("<p{}>{}</p>\n", paragraph.is_note ? " class=\"note\"" : "",
                       html_text(paragraph.text));
  }
  std::string operator()(const BulletList& list) const {
    if (list.items.empty()) return {};
    std::string html = "<ul>\n";
    for (const std::string& item : list.items) {
      html += fmt::format("<li>{}</li>\n", html_text(item));
    }
    return html + "</ul>\n";
  }
  std::string operator()(const TermList& list) const {
    if (list.terms.empty()) return {};
    std::string html = "<dl>\n";
    for (const auto& [term, meaning] : list.terms) {
      html +=
          fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", html_text(term), html_text(meaning));
    }
    return html + "</dl>\n";
  }
  std::string operator()(const CodeBlock& code) const {
    return fmt::format("<pre tabindex=\"0\"><code>{}</code></pre>\n", html_lines(code.text));
  }
  std::string operator()(const DocumentTable& table) const {
    return table_html(table, context.ids);
  }
  std::string operator()(const FigureBlock& figure) const {
    const bool is_cloud = point_count(figure.figure) > kCloud;
    const bool has_narrow = is_drawn_twice && (!is_cloud || context.draws_clouds_twice);
    return figure_html(figure, has_narrow, context.ids);
  }
};

/// Whether a block is shown only when it is chosen; without a choice to make, it always is.
bool is_one_of_choices(const Block& block, const Document& document) {
  const auto& all = document.choices;
  return all.size() > 1 && std::find(all.begin(), all.end(), block.choice) != all.end();
}

std::string block_html(const Block& block, PageContext& context) {
  const Document& document = context.document;
  const bool is_aside = is_one_of_choices(block, document) &&
                        block.choice != document.first_choice &&
                        document.choices.size() > kMostDrawnTwice;
  return std::visit(BlockWriter{context, !is_aside}, block.content);
}

/// The blocks from `first` to `last`, which belong to choices.
std::string choices_html(const std::vector<Block>& blocks, std::size_t first, std::size_t last,
                         PageContext& context) {
  const Document& document = context.document;
  const auto& all = document.choices;
  const bool has_first = std::find(all.begin(), all.end(), document.first_choice) != all.end();
  std::string html = "<div class=\"choices\">\n";
  for (const std::string& choice : all) {
    std::string inside;
    for (std::size_t i = first; i < last; ++i) {
      if (blocks[i].choice == choice) inside += block_html(blocks[i], context);
    }
    html += fmt::format(
        "<details class=\"choice\" data-choice=\"{}\"{}><summary>{}: {}</summary>\n{}</details>\n",
        xml_text(choice),
        choice == (has_first ? document.first_choice : all.front()) ? " open=\"open\"" : "",
        html_text(document.choice_label), html_text(choice), inside);
  }
  return html + "</div>\n";
}

}  // namespace

std::string blocks_html(const std::vector<Block>& blocks, PageContext& context) {
  std::string html;
  for (std::size_t i = 0; i < blocks.size();) {
    std::size_t last = i;
    while (last < blocks.size() && is_one_of_choices(blocks[last], context.document)) ++last;
    if (last > i) {
      html += choices_html(blocks, i, last, context);
      i = last;
    } else {
      html += block_html(blocks[i++], context);
    }
  }
  return html;
}

}  // namespace fairpca
