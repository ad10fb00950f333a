#pragma once

#include <string>
#include <vector>

#include "homework/compare/recording.h"

namespace mha::homework {

struct Choice;
struct Trial;
class Program;

/// A property that must hold for every answer, and whether it holds for one.
struct PropertyResult {
  std::string id;     // "causal"
  std::string title;  // what should hold, in words
  bool holds = true;
  std::string detail; // how it fails: "token 0 changes by 0.31"
  Location place{};   // of the code that breaks it, if known
  std::string operation{};  // at that place: "dropout"
  void fails(std::string how, Location where = {}) {
    holds = false;
    detail = std::move(how);
    place = std::move(where);
  }
};

/// Checks the properties of a program that ran: in eval mode two calls agree, the output depends
/// on the input, the input is not modified; and the properties that the assignment lists.
std::vector<PropertyResult> check_properties(const Choice& choice);

/// Adds the properties of the object as it was built: what its weights start with, which of them an
/// optimiser sees, what its switches turn off.
void check_object(const Choice& choice, const Trial& trial, std::vector<PropertyResult>& out);

/// Places a failure where a call stores a value in the object, if there is only one such place.
void place_kept(const Program& program, PropertyResult& p);

/// Where a class assigns the last attribute of a path; reading::giving_of() has the options.
Location made_at(const Choice& choice, std::string path, bool in_its_maker = false, bool filled = true);

}  // namespace mha::homework
