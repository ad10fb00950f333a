#pragma once

#include "lang/runtime/interpreter.h"

namespace mha::lang {

/// How an attribute was found: as it is, or as a function on the object's
/// class that is still to be bound to the object. A call of a method needs no
/// BoundMethod that way.
enum class Found : uint8_t { none, plain, method };

/// object.__getattribute__ in this form.
Found look_up(Interpreter& interp, const Value& v, Symbol name,
              LookupCache& cache, Value& value);

/// The same with the class's own __getattribute__ and __getattr__.
Found look_up_all(Interpreter& interp, const Value& v, Symbol name,
                  LookupCache& cache, Value& value);

/// What a class has under that name, remembered in the cache.
inline const Value& class_attribute(const ClassObject& cls, Symbol name, LookupCache& cache) {
  if (cache.class_version != cls.version()) {
    cache.on_class = &cls.find(name);
    cache.class_version = cls.version();
  }
  return *cache.on_class;
}

/// Where an instance or a module keeps an attribute of its own that nothing else has a
/// say in; null for anything else. Nothing of the program runs.
Value* own_attribute(Interpreter& interp, const Value& v, Symbol name, LookupCache& cache);

}  // namespace mha::lang
