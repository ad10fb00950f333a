#include "render/page/markdown_html.h"

#include <md4c.h>

#include "base/text.h"

namespace mha::render {

namespace {

const char* tag(MD_BLOCKTYPE type) {
  switch (type) {
    case MD_BLOCK_P: return "p";
    case MD_BLOCK_UL: return "ul";
    case MD_BLOCK_OL: return "ol";
    case MD_BLOCK_LI: return "li";
    case MD_BLOCK_CODE: return "pre";
    case MD_BLOCK_H: return "h4";
    default: return nullptr;
  }
}

const char* tag(MD_SPANTYPE type) {
  switch (type) {
    case MD_SPAN_CODE: return "code";
    case MD_SPAN_STRONG: return "strong";
    case MD_SPAN_EM: return "em";
    default: return nullptr;
  }
}

void add_tag(void* out, const char* begin, const char* name) {
  if (name) *static_cast<std::string*>(out) += std::string(begin) + name + ">";
}

}  // namespace

std::string markdown_html(std::string_view text) {
  std::string out;
  MD_PARSER parser = {};
  parser.flags = MD_FLAG_NOHTML | MD_FLAG_NOINDENTEDCODEBLOCKS;
  parser.enter_block = [](MD_BLOCKTYPE t, void*, void* to) {
    add_tag(to, "<", tag(t));
    return 0;
  };
  parser.leave_block = [](MD_BLOCKTYPE t, void*, void* to) {
    add_tag(to, "</", tag(t));
    return 0;
  };
  parser.enter_span = [](MD_SPANTYPE t, void*, void* to) {
    add_tag(to, "<", tag(t));
    return 0;
  };
  parser.leave_span = [](MD_SPANTYPE t, void*, void* to) {
    add_tag(to, "</", tag(t));
    return 0;
  };
  parser.text = [](MD_TEXTTYPE type, const MD_CHAR* s, MD_SIZE n, void* to) {
    // An entity such as &lt; stays one.
    const std::string_view t(s, n);
    *static_cast<std::string*>(to) += type == MD_TEXT_SOFTBR || type == MD_TEXT_BR ? "\n"
                                      : type == MD_TEXT_ENTITY                     ? std::string(t)
                                                                                   : html_escaped(t);
    return 0;
  };
  md_parse(text.data(), static_cast<MD_SIZE>(text.size()), &parser, &out);
  return out;
}

}  // namespace mha::render
