#include "render/markdown.h"

#include <md4c.h>

#include <algorithm>
#include <vector>

#include "base/pattern.h"
#include "base/text.h"

namespace mha::render {

namespace {

// Stands for a blank at which wrap() does not break: the no-break space.
const std::string kUnbroken = "\u00a0";
constexpr int kBesideCode = 8;  // room for a bullet, marks and a full stop

/// Collects md4c's events into lines. Inline text is gathered until its block
/// ends, then wrapped; styles are escape sequences that count no columns.
class MarkdownWriter {
 public:
  explicit MarkdownWriter(const Style& style) : style_(style) {}

  std::string take() { return std::move(out_); }

  void enter_block(MD_BLOCKTYPE type, void* detail) {
    switch (type) {
      case MD_BLOCK_UL:
        finish_text();
        lists_.push_back(0);
        break;
      case MD_BLOCK_OL:
        finish_text();
        lists_.push_back(static_cast<MD_BLOCK_OL_DETAIL*>(detail)->start);
        break;
      case MD_BLOCK_LI:
        bullet_ = lists_.back() == 0
                      ? (style_.unicode ? "• " : "* ")
                      : std::to_string(lists_.back()++) + ". ";
        break;
      case MD_BLOCK_CODE:
        in_code_ = true;
        break;
      default:
        break;
    }
  }

  void leave_block(MD_BLOCKTYPE type) {
    switch (type) {
      case MD_BLOCK_P:
        finish_text();
        if (lists_.empty()) separate();
        break;
      case MD_BLOCK_H:
        text_ = paint(style_, Role::heading, text_);
        finish_text();
        separate();
        break;
      case MD_BLOCK_LI:
        finish_text();
        break;
      case MD_BLOCK_UL:
      case MD_BLOCK_OL:
        lists_.pop_back();
        if (lists_.empty()) separate();
        break;
      case MD_BLOCK_CODE:
        in_code_ = false;
        for (const std::string& line : split_lines(paint_code(style_, text_))) {
          out_ += "    " + line + "\n";
        }
        text_.clear();
        separate();
        break;
      default:
        break;
    }
  }

  void span(MD_SPANTYPE type, bool enters) {
    switch (type) {
      case MD_SPAN_CODE:
        if (enters) code_begins_ = text_.size();
        if (!style_.colour || sgr(style_, Role::code).empty()) text_ += "`";
        if (!enters) keep_whole(code_begins_);
        in_code_span_ = enters;
        break;
      case MD_SPAN_STRONG:
        emphasize(Role::strong, "**", enters, strong_);
        break;
      case MD_SPAN_EM:
        emphasize(Role::emphasis, "*", enters, emphasis_);
        break;
      default:
        break;
    }
  }

  void text(MD_TEXTTYPE type, std::string_view t) {
    if (type == MD_TEXT_SOFTBR || (type == MD_TEXT_BR && !in_code_)) {
      text_ += " ";
    } else if (in_code_span_) {
      text_ += paint_names(style_, Role::code, fit_charset(style_, t));
      if (style_.colour) reopen();
    } else {
      text_ += fit_charset(style_, t);
    }
  }

 private:
  /// Code that fits a line is not broken, so that it can be read and copied.
  void keep_whole(size_t begin) {
    const std::string code = text_.substr(begin);
    if (display_width(code) + kBesideCode > style_.text_width()) return;
    text_.erase(begin);
    for (const char c : code) text_ += c == ' ' ? kUnbroken : std::string(1, c);
  }

  /// Emphasis by the terminal's attributes or, without them, by Markdown's own
  /// marks.
  void emphasize(Role role, const char* mark, bool enters, bool& now) {
    now = enters;
    if (!style_.colour) {
      // A screen reader would read the stars aloud.
      if (!style_.spoken) text_ += mark;
    } else if (enters) {
      text_ += "\033[" + sgr(style_, role) + "m";
    } else {
      text_ += "\033[0m";
      reopen();
    }
  }

  /// Restores the styles that an inner reset ended.
  void reopen() {
    if (strong_) text_ += "\033[" + sgr(style_, Role::strong) + "m";
    if (emphasis_) text_ += "\033[" + sgr(style_, Role::emphasis) + "m";
  }

  void finish_text() {
    if (text_.empty()) return;
    const int depth = static_cast<int>(lists_.size());
    const std::string indent(static_cast<size_t>(std::max(0, depth - 1)) * 2, ' ');
    const std::string hanging(static_cast<size_t>(display_width(bullet_)), ' ');
    const std::string rest = depth > 0 && hanging.empty() ? "  " : hanging;
    std::string lead = indent + (bullet_.empty() ? rest : bullet_);
    for (const std::string& line :
         wrap(text_, style_.text_width() - display_width(lead))) {
      static const Pattern kUnbrokenSpace(kUnbroken);
      out_ += lead + kUnbrokenSpace.sub(" ", line) + "\n";
      lead = indent + rest;
    }
    bullet_.clear();
    text_.clear();
  }

  void separate() {
    if (!out_.empty() && !out_.ends_with("\n\n")) out_ += "\n";
  }

  const Style& style_;
  std::string out_;
  std::string text_;
  size_t code_begins_ = 0;  // in text_
  std::string bullet_;
  std::vector<unsigned> lists_;  // 0 for bullets, else the next number
  bool in_code_ = false;
  bool in_code_span_ = false, strong_ = false, emphasis_ = false;
};

}  // namespace

std::string markdown(const Style& style, std::string_view text) {
  MarkdownWriter writer(style);
  MD_PARSER parser = {};
  parser.flags = MD_FLAG_NOHTML | MD_FLAG_NOINDENTEDCODEBLOCKS;
  parser.enter_block = [](MD_BLOCKTYPE t, void* d, void* w) {
    static_cast<MarkdownWriter*>(w)->enter_block(t, d);
    return 0;
  };
  parser.leave_block = [](MD_BLOCKTYPE t, void*, void* w) {
    static_cast<MarkdownWriter*>(w)->leave_block(t);
    return 0;
  };
  parser.enter_span = [](MD_SPANTYPE t, void*, void* w) {
    static_cast<MarkdownWriter*>(w)->span(t, /*enters=*/true);
    return 0;
  };
  parser.leave_span = [](MD_SPANTYPE t, void*, void* w) {
    static_cast<MarkdownWriter*>(w)->span(t, /*enters=*/false);
    return 0;
  };
  parser.text = [](MD_TEXTTYPE t, const MD_CHAR* s, MD_SIZE n, void* w) {
    static_cast<MarkdownWriter*>(w)->text(t, std::string_view(s, n));
    return 0;
  };
  md_parse(text.data(), static_cast<MD_SIZE>(text.size()), &parser, &writer);
  std::string out = writer.take();
  while (out.ends_with("\n\n")) out.pop_back();
  return out;
}

}  // namespace mha::render
