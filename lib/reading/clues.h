#pragma once

// Finds mistakes in a program's text without running it: mistakes that do not change the numbers,
// or change them just as another mistake does.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.h"
#include "lang/syntax/ast.h"

namespace mha::reading {

/// A fact about the text. The ids, and what `subject` is for each:
///
///   discarded            the method or function whose result is not kept; "own" for one of the program
///   input-overwritten    the argument that a loop over heads gives a new value
///   unused-layer         the attribute that holds a layer no method reads
///   unused-dropout       the same, where the layer is a dropout
///   unused-argument      the argument of forward that is never read
///   unused-mask          the attribute, name or argument that holds the mask
///   global-for-argument  the module-level name that is read
///   dropout-outside      the name under which the dropout is called
///   assert-tuple         empty
///   bare-choice          empty
///   key-twice            the key that two entries of a dictionary have
///   heads-alike          the class whose layers all start from one seed
///   mask-not-buffer      the attribute that holds the mask
///   bias-as-text         the text that is given as a bias
///   unread-bias          the argument of __init__ that says whether there is a bias
///   fixed-dropout        the argument of __init__ that a dropout should have read
///   layer-in-forward     the method that makes layers each time it is called
///   return-in-loop       the function that leaves its loop in the first round
///   misnamed-method      the method whose name is nearly __init__ or forward
///   misnamed-override    the method whose name is nearly that of a method of its base class
///   method-without-self  the method that reads a self it is not given
///   kept-default         the argument whose default, a list or dict, the function changes
///
/// In a function that trains, all with an empty subject:
///   no-zero-grad, no-step, no-backward   what its loop lacks
///   step-before-backward, zero-before-step   what comes too early
///   eval-in-training     eval() before backward()
///   lost-update          the name of the weight that a new tensor gets, instead of the weight its numbers
///   other-rule           an optimizer other than plain SGD
///   gradient-added       a step that adds the gradient
/// In a loop that chooses tokens and calls its function's argument, a model:
///   same-in-each-round   the call reads nothing that the loop changes
///   gradients-while-drawing   it draws tokens without no_grad()
///   graph-cut            detach(), item(), .data, torch.tensor() or no_grad() behind the loss
struct Clue {
  std::string id;
  std::string subject;
  Span span;  // of the smallest part of the source that shows it
  SourcePtr source;
  std::string text;  // a clause: "the result of `q.transpose(1, 2)` is not kept"
};

/// The clues in everything that belongs to `subject`, a class or function: itself, its base
/// classes, and the classes and functions of the modules that it uses. An empty subject stands for
/// the whole program. Doubtful cases are left out. The clues are sorted by place.
std::vector<Clue> find_clues(
    const std::vector<std::shared_ptr<const lang::Module>>& modules,
    std::string_view subject);

}  // namespace mha::reading
