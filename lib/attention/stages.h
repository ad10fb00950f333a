#pragma once

// The table of stages of causal multi-head attention with weight splits:
// `shapes`, `card`, lessons and `check` take what they say about each step from
// here.

#include <cstdint>
#include <string>
#include <vector>

#include "tensor/core/tensor.h"

namespace mha {

/// The sizes of one attention layer and of its input.
struct AttentionSizes {
  int64_t batch = 1;
  int64_t tokens = 6;
  int64_t d_in = 8;    // width of what comes in
  int64_t d_out = 8;   // width of what goes out: heads * head_dim
  int64_t heads = 2;
  bool qkv_bias = false;

  int64_t head_dim() const { return d_out / heads; }
  /// Throws ValueError, in words for a reader, unless all sizes are positive,
  /// small enough to be multiplied, and heads divides d_out.
  void check() const;
};

/// One step from the input to the output.
struct Stage {
  const char* id;       // "scores"
  const char* title;    // "Compare every query with every key"
  const char* code;     // the line of PyTorch that does it
  const char* axes;     // "batch, heads, tokens, tokens"
  const char* why;
  Shape (*shape)(const AttentionSizes&);
  int64_t (*parameters)(const AttentionSizes&);
  /// The number of multiplications; 0 for a step that only moves numbers or
  /// makes a view.
  int64_t (*multiplications)(const AttentionSizes&);
  /// Whether its result takes new memory; a view takes none.
  bool allocates;
};

const std::vector<Stage>& stages();

/// Books count the same stages in six, ten or twelve steps. A step of a
/// counting is a run of stages, from `first` to the next step's.
struct CountedStep {
  const char* name;   // "Attention"
  const char* first;  // id of its first stage; "" for the preparation
};
/// For 6, 10 or 12. Throws ValueError for any other number.
const std::vector<CountedStep>& counting(int steps);

/// The attention sizes of a published model.
struct ModelSizes {
  const char* name;      // "gpt2-medium"
  const char* title;     // "GPT-2 medium"
  int64_t d_model;
  int64_t heads;
  int64_t layers;
  int64_t context_length;
};

const std::vector<ModelSizes>& models();
/// Throws ValueError with the nearest name.
const ModelSizes& find_model(const std::string& name);

}  // namespace mha
