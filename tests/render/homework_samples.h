#pragma once

#include "homework/verdict/result.h"

// Checks of homework as they might have come out, one of each kind.
namespace mha::samples {

/// Twelve stages, all right.
homework::Result right();
/// The scale is wrong, and it is known how.
homework::Result wrong_value();
/// The same numbers, with two mistakes that would give them.
homework::Result two_candidates();
/// A second mistake in a later stage.
homework::Result two_mistakes();
homework::Result wrong_shape();
/// The heads are joined without being put back behind the tokens.
homework::Result wrong_layout();
/// An error ends the program at the merge.
homework::Result stopped();
homework::Result unknown_cause();
/// Only tensors were handed in, and not all of them.
homework::Result tensors();
/// Every number is right, but the heads are no part of the module.
homework::Result broken_property();
homework::Result with_remark();
homework::Result unjudged();

}  // namespace mha::samples
