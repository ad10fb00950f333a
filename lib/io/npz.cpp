// The .npz reader of formats.h and writer of tensor_file.h. NumPy's .npz: a zip
// archive with a .npy for each array.

#include <fmt/format.h>

#include "base/error.h"
#include "io/formats.h"
#include "io/npy.h"
#include "io/zip_archive.h"

namespace mha {
namespace io {
namespace {

/// Entries that archive programs of some systems add.
bool is_litter(std::string_view name) {
  return name.ends_with('/') || name.starts_with("__MACOSX/") ||
         name.ends_with(".DS_Store");
}

}  // namespace

void read_npz(std::string_view bytes, const std::string&, Collection& collection) {
  constexpr std::string_view kEnding = ".npy";
  ZipArchive archive(bytes);
  for (const ZipArchive::Entry& entry : archive.entries()) {
    if (is_litter(entry.name)) continue;
    if (!entry.name.ends_with(kEnding)) {
      refuse(
          fmt::format("its entry {} is not a NumPy array; those end in "
                      ".npy",
                      shown(entry.name)));
    }
    try {
      ZipStream stream(archive, entry);
      Tensor tensor = read_npy(stream, collection);
      stream.finish();
      collection.add(entry.name.substr(0, entry.name.size() - kEnding.size()),
                     std::move(tensor));
    } catch (const ValueError& error) {
      if (error.message().starts_with("its entry ")) throw;
      refuse(fmt::format("in {}: {}", shown(entry.name), error.message()),
             error.help());
    }
  }
}

}  // namespace io

std::string write_npz(const std::vector<NamedTensor>& tensors) {
  io::check_names(tensors);
  io::ZipWriter writer;
  for (const NamedTensor& tensor : tensors) {
    writer.add(tensor.name + ".npy", io::write_npy(tensor.tensor));
  }
  return writer.finish();
}

}  // namespace mha
