#include "tensor/ops/einsum.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "tensor/core/internal.h"
#include "tensor/ops/binary.h"
#include "tensor/ops/matmul.h"
#include "tensor/ops/reduce.h"

// Computes as PyTorch does: permutes the operands to one common order of
// dimensions, the output's first, then those to sum; then multiplies them from
// left to right, each product a bmm over flattened groups of dimensions.

namespace mha {
namespace {

constexpr int kLetters = 52;
constexpr int kEllipsis = kLetters;  // a label that stands for "..."

int label_of(char c) { return c >= 'a' ? c - 'a' + 26 : c - 'A'; }
char letter_of(int label) {
  return static_cast<char>(label < 26 ? 'A' + label : 'a' + label - 26);
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

struct Equation {
  std::vector<std::vector<int>> operands;
  bool has_output = false;
  std::vector<int> output;
};

// The letters of one operand or of the output, text[begin:end], and "...".
std::vector<int> read_labels(std::string_view text, size_t begin, size_t end, const std::string& of) {
  const bool is_output = of == "output";
  std::vector<int> labels;
  for (size_t at = begin; at < end; ++at) {
    const char c = text[at];
    if (c == ' ') continue;
    if (c == '.') {
      throw_if(std::find(labels.begin(), labels.end(), kEllipsis) != labels.end(),
               "einsum(): found '.' for {} {} already found", of,
               is_output ? "but an ellipsis (...) was" : "for which an ellipsis was");
      throw_if(text.substr(at, 3) != "...",
               "einsum(): found '.' for {} that is not part of any ellipsis{}", of,
               is_output ? " (...)" : "");
      labels.push_back(kEllipsis);
      at += 2;
    } else if (is_letter(c)) {
      labels.push_back(label_of(c));
    } else {
      throw_error(
          "einsum(): invalid subscript given at index {} in the equation string, subscripts must be "
          "in [a-zA-Z]",
          at);
    }
  }
  return labels;
}

Equation parse(std::string_view text, size_t operand_count) {
  Equation eq;
  const size_t arrow = text.find("->");
  const size_t end = std::min(arrow, text.size());
  for (size_t begin = 0; begin <= end;) {
    const size_t comma = std::min(text.find(',', begin), end);
    throw_if(eq.operands.size() == operand_count,
             "einsum(): fewer operands were provided than specified in the equation");
    eq.operands.push_back(
        read_labels(text, begin, comma, fmt::format("operand {}", eq.operands.size())));
    begin = comma + 1;
  }
  throw_if(eq.operands.size() < operand_count,
           "einsum(): more operands were provided than specified in the equation");
  eq.has_output = arrow != std::string_view::npos;
  if (eq.has_output) eq.output = read_labels(text, arrow + 2, text.size(), "output");
  return eq;
}

// The common order of dimensions.
struct Order {
  std::array<int64_t, kLetters> place;
  int64_t ellipsis_place = 0;
  int64_t ellipsis_rank = 0;
  int64_t output_rank = 0;
  int64_t rank = 0;
};

int64_t ellipsis_rank(const Equation& eq, std::span<const Tensor> operands) {
  int64_t most = 0;
  for (size_t i = 0; i < operands.size(); ++i) {
    const auto& labels = eq.operands[i];
    const auto letters = static_cast<int64_t>(labels.size());
    const int64_t rank = operands[i].dim();
    const bool has =
        std::find(labels.begin(), labels.end(), kEllipsis) != labels.end();
    const int64_t count = has ? letters - 1 : letters;
    throw_if(has && count > rank,
             "einsum(): the number of subscripts in the equation ({}) is more than the number of "
             "dimensions ({}) for operand {}",
             count, rank, i);
    throw_if(!has && count != rank,
             "einsum(): the number of subscripts in the equation ({}) does not match the number of "
             "dimensions ({}) for operand {} and no ellipsis was given",
             count, rank, i);
    if (has) most = std::max(most, rank - count);
  }
  return most;
}

Order order_of(const Equation& eq, std::span<const Tensor> operands) {
  Order order;
  order.place.fill(-1);
  order.ellipsis_rank = ellipsis_rank(eq, operands);
  std::array<int, kLetters> seen{};
  bool any_ellipsis = false;
  for (const auto& labels : eq.operands) {
    for (const int label : labels) {
      if (label == kEllipsis) {
        any_ellipsis = true;
      } else {
        ++seen[static_cast<size_t>(label)];
      }
    }
  }
  int64_t next = 0;
  bool ellipsis_placed = false;
  const auto place_ellipsis = [&] {
    order.ellipsis_place = next;
    next += order.ellipsis_rank;
    ellipsis_placed = true;
  };
  if (!eq.has_output) {
    place_ellipsis();
    for (size_t l = 0; l < kLetters; ++l) {
      if (seen[l] == 1) order.place[l] = next++;
    }
  }
  for (const int label : eq.output) {
    if (label == kEllipsis) {
      place_ellipsis();
      continue;
    }
    const auto l = static_cast<size_t>(label);
    throw_if(order.place[l] >= 0,
             "einsum(): output subscript {} appears more than once in the output",
             letter_of(label));
    throw_if(seen[l] == 0,
             "einsum(): output subscript {} does not appear in the equation for any input operand",
             letter_of(label));
    order.place[l] = next++;
  }
  order.output_rank = next;
  if (any_ellipsis && !ellipsis_placed) place_ellipsis();
  for (size_t l = 0; l < kLetters; ++l) {
    if (seen[l] > 0 && order.place[l] < 0) order.place[l] = next++;
  }
  order.rank = next;
  return order;
}

// How many dimensions "..." stands for in an operand.
int64_t covered_rank(const Tensor& x, const std::vector<int>& labels) {
  int64_t letters = 0;
  for (const int label : labels) letters += label == kEllipsis ? 0 : 1;
  return x.dim() - letters;
}

// The operand with its dimensions in the common order, size 1 for missing ones.
// A repeated letter takes the diagonal.
Tensor arranged(Tensor x, const std::vector<int>& labels, const Order& order,
                size_t operand) {
  Shape from(static_cast<size_t>(order.rank), -1);
  int64_t dim = 0;
  const int64_t covered = covered_rank(x, labels);
  for (const int label : labels) {
    if (label == kEllipsis) {
      // Aligns the dimensions of "..." with the last of the longest.
      for (int64_t i = 0; i < covered; ++i) {
        const int64_t place =
            order.ellipsis_place + order.ellipsis_rank - covered + i;
        from[static_cast<size_t>(place)] = dim++;
      }
      continue;
    }
    int64_t& source =
        from[static_cast<size_t>(order.place[static_cast<size_t>(label)])];
    if (source < 0) {
      source = dim++;
      continue;
    }
    throw_if(
        x.size(source) != x.size(dim),
        "einsum(): subscript {} is repeated for operand {} but the sizes don't match, {} != {}",
        letter_of(label), operand, x.size(dim), x.size(source));
    x = movedim(diagonal(x, 0, source, dim), {-1}, {source});
  }
  for (int64_t& source : from) {
    if (source < 0) {
      x = unsqueeze(x, dim);
      source = dim++;
    }
  }
  return permute(x, from);
}

// The product of two operands in the common order, summed over `sums`.
Tensor product_summed(Tensor left, Tensor right, const Shape& sums) {
  Shape both;  // dimensions of left, right and the output
  Shape only_left;
  Shape only_right;
  int64_t both_size = 1;
  int64_t left_size = 1;
  int64_t right_size = 1;
  int64_t sum_size = 1;
  for (int64_t d = 0; d < left.dim(); ++d) {
    const bool in_left = left.size(d) != 1;
    const bool in_right = right.size(d) != 1;
    if (std::find(sums.begin(), sums.end(), d) != sums.end()) {
      if (in_left && in_right) {
        sum_size *= left.size(d);
      } else if (in_left) {
        left = sum(left, {d}, /*keepdim=*/true);
      } else if (in_right) {
        right = sum(right, {d}, /*keepdim=*/true);
      }
    } else if (in_left && in_right) {
      both.push_back(d);
      both_size *= left.size(d);
    } else if (in_left) {
      only_left.push_back(d);
      left_size *= left.size(d);
    } else {
      only_right.push_back(d);
      right_size *= right.size(d);
    }
  }
  const auto joined = [](std::initializer_list<const Shape*> parts) {
    Shape all;
    for (const Shape* part : parts) {
      all.insert(all.end(), part->begin(), part->end());
    }
    return all;
  };
  const Shape result_order = joined({&both, &only_left, &sums, &only_right});
  Shape shape;
  Shape back(result_order.size());
  for (size_t i = 0; i < result_order.size(); ++i) {
    const int64_t d = result_order[i];
    const bool summed = std::find(sums.begin(), sums.end(), d) != sums.end();
    const bool of_right =
        std::find(only_right.begin(), only_right.end(), d) != only_right.end();
    shape.push_back(summed ? 1 : of_right ? right.size(d) : left.size(d));
    back[static_cast<size_t>(d)] = static_cast<int64_t>(i);
  }
  left = reshape(permute(left, result_order), {both_size, left_size, sum_size});
  right =
      reshape(permute(right, joined({&both, &sums, &only_right, &only_left})),
              {both_size, sum_size, right_size});
  const Tensor result = permute(view(bmm(left, right), shape), back);
  Shape kept;
  for (int64_t d = 0; d < result.dim(); ++d) {
    if (std::find(sums.begin(), sums.end(), d) == sums.end()) {
      kept.push_back(result.size(d));
    }
  }
  return view(result, kept);
}

void check_sizes(std::span<const Tensor> originals,
                 const std::vector<Tensor>& operands, const Equation& eq,
                 const Order& order) {
  Shape sizes(static_cast<size_t>(order.rank), 1);
  for (size_t i = 0; i < operands.size(); ++i) {
    for (int64_t d = 0; d < order.rank; ++d) {
      int64_t& known = sizes[static_cast<size_t>(d)];
      const int64_t size = operands[i].size(d);
      if (size == 1 || size == known) continue;
      if (known == 1) {
        known = size;
        continue;
      }
      for (const int label : eq.operands[i]) {
        throw_if(label != kEllipsis && order.place[static_cast<size_t>(label)] == d,
                 "einsum(): subscript {} has size {} for operand {} which does not broadcast with "
                 "previously seen size {}",
                 letter_of(label), size, i, known);
      }
      const int64_t own = covered_rank(originals[i], eq.operands[i]);
      throw_error(
          "einsum(): dimension {} covered by ellipsis in operand {}has size {} which does not "
          "broadcast with previously seen ellipsis with size {} for the respective dimension.",
          d - order.ellipsis_place - (order.ellipsis_rank - own), i, size, known);
    }
  }
}

}  // namespace

Tensor einsum(std::string_view equation, std::span<const Tensor> operands) {
  throw_if(operands.empty(), "einsum(): must provide at least one operand");
  const Equation eq = parse(equation, operands.size());
  const Order order = order_of(eq, operands);
  std::vector<Tensor> terms;
  for (size_t i = 0; i < operands.size(); ++i) {
    terms.push_back(arranged(operands[i], eq.operands[i], order, i));
  }
  check_sizes(operands, terms, eq, order);
  // The last operand in which a dimension is not 1 long.
  std::vector<size_t> last(static_cast<size_t>(order.rank), 0);
  for (size_t i = 0; i < terms.size(); ++i) {
    for (int64_t d = 0; d < order.rank; ++d) {
      if (terms[i].size(d) != 1) last[static_cast<size_t>(d)] = i;
    }
  }
  Tensor result = terms[0];
  Shape alone;  // in no other operand
  for (int64_t d = order.output_rank; d < order.rank; ++d) {
    if (last[static_cast<size_t>(d)] == 0) alone.push_back(d);
  }
  if (!alone.empty()) result = sum(result, alone);
  for (size_t i = 1; i < terms.size(); ++i) {
    Tensor term = terms[i];
    Shape sums;
    int64_t dim = order.output_rank;
    for (int64_t d = dim; d < order.rank; ++d) {
      const size_t until = last[static_cast<size_t>(d)];
      if (until < i) {
        term = squeeze(term, dim);
        continue;
      }
      if (until == i && result.size(dim) == 1) {
        term = sum(term, {dim});
        result = squeeze(result, dim);
        continue;
      }
      if (until == i) sums.push_back(dim);
      ++dim;
    }
    result =
        sums.empty() ? mul(result, term) : product_summed(result, term, sums);
  }
  return result;
}

}  // namespace mha
