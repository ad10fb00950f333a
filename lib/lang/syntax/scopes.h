#pragma once

// What the first walk learns about each scope of a program.

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "lang/syntax/scope_walker.h"

namespace mha::lang {

struct NameFacts {
  bool used = false;
  bool bound = false;
  bool parameter = false;
  bool global = false;  // by a declaration
  bool nonlocal = false;
  bool captured = false;   // an inner scope reads it: it lives in a cell
  bool free = false;  // it comes from an enclosing scope, or passes through
  Span declared;      // of the nonlocal statement
  Scope place = Scope::unresolved;
  uint32_t slot = 0;
};

struct ScopeFacts {
  ScopeType type;
  ScopeFacts* parent = nullptr;
  ScopeInfo* info = nullptr;
  Symbol class_name;  // of the innermost class around: names are mangled by it
  std::unordered_map<Symbol, NameFacts> names;
  std::vector<Symbol> order;                       // as the names first occur
  std::vector<std::unique_ptr<ScopeFacts>> inner;  // in the order of walking

  NameFacts& facts(Symbol name);
  NameFacts* find(Symbol name);
};

/// The first walk: fills a tree of scopes and mangles private names. Throws
/// what CPython's symbol table would.
std::unique_ptr<ScopeFacts> collect_scopes(Module& module);

}  // namespace mha::lang
