#include "io/zip_archive.h"

#include <fmt/format.h>
#include <zip.h>

#include <cstring>

#include "base/error.h"

namespace mha::io {
namespace {

constexpr const char* kCopyAgain =
    "copy or download the file again; a part of it may be missing";

/// Deflate makes at most 1032 bytes of one.
constexpr uint64_t kMostInflation = 1032;

std::string take_message(zip_error_t& error) {
  std::string text = zip_error_strerror(&error);
  zip_error_fini(&error);
  return text;
}

[[noreturn]] void damaged_archive(const std::string& why) {
  refuse(fmt::format("it begins as a zip archive but cannot be read as one "
                     "({})",
                     why),
         kCopyAgain);
}

/// Throws unless an entry is one that a file of tensors may have.
void check_entry(const zip_stat_t& stat, std::string_view name,
                 size_t archive_size) {
  if (stat.encryption_method != ZIP_EM_NONE) {
    refuse(fmt::format("its entry {} is encrypted", shown(name)),
           "hand in the file without a password");
  }
  if (stat.comp_method != ZIP_CM_STORE && stat.comp_method != ZIP_CM_DEFLATE) {
    refuse(
        fmt::format("its entry {} is compressed by method {}; stored and "
                    "deflated ones are read",
                    shown(name), stat.comp_method));
  }
  const bool stored = stat.comp_method == ZIP_CM_STORE;
  if (stat.comp_size > archive_size ||
      (stored ? stat.size != stat.comp_size
              : stat.size / kMostInflation > stat.comp_size)) {
    refuse(fmt::format("its entry {} claims {} bytes, which the {} bytes "
                       "stored for it cannot hold",
                       shown(name), stat.size, stat.comp_size),
           kCopyAgain);
  }
}

}  // namespace

ZipArchive::ZipArchive(std::string_view bytes) {
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* const source =
      zip_source_buffer_create(bytes.data(), bytes.size(), 0, &error);
  if (source == nullptr) damaged_archive(take_message(error));
  zip_ = zip_open_from_source(source, ZIP_RDONLY, &error);
  if (zip_ == nullptr) {
    zip_source_free(source);
    damaged_archive(take_message(error));
  }
  zip_error_fini(&error);
  try {
    const auto count = static_cast<uint64_t>(zip_get_num_entries(zip_, 0));
    entries_.reserve(count);
    for (uint64_t i = 0; i < count; ++i) {
      zip_stat_t stat;
      constexpr uint64_t kNeeded = ZIP_STAT_NAME | ZIP_STAT_SIZE |
                                   ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD |
                                   ZIP_STAT_ENCRYPTION_METHOD;
      if (zip_stat_index(zip_, i, 0, &stat) != 0 ||
          (stat.valid & kNeeded) != kNeeded) {
        damaged_archive(fmt::format("entry {} is not described", i));
      }
      check_entry(stat, stat.name, bytes.size());
      entries_.push_back({stat.name, i, static_cast<int64_t>(stat.size)});
      if (!places_.emplace(stat.name, i).second) {
        refuse(fmt::format("it has two entries {}", shown(stat.name)));
      }
    }
  } catch (...) {
    zip_discard(zip_);
    throw;
  }
}

ZipArchive::~ZipArchive() { zip_discard(zip_); }

const ZipArchive::Entry* ZipArchive::find(std::string_view name) const {
  const auto at = places_.find(name);
  return at == places_.end() ? nullptr : &entries_[at->second];
}

std::string ZipArchive::read(const Entry& entry, int64_t most) {
  if (entry.size > most) {
    refuse(fmt::format("its entry {} has {} bytes; {} is the most that is read",
                       shown(entry.name), entry.size, most));
  }
  ZipStream stream(*this, entry);
  std::string out(static_cast<size_t>(entry.size), '\0');
  stream.read(std::as_writable_bytes(std::span(out)));
  stream.finish();
  return out;
}

ZipStream::ZipStream(ZipArchive& archive, const ZipArchive::Entry& entry)
    : name_(entry.name),
      file_(zip_fopen_index(archive.zip_, entry.index, 0)),
      left_(entry.size) {
  if (file_ == nullptr) {
    refuse(fmt::format("its entry {} cannot be read ({})", shown(name_),
                       zip_strerror(archive.zip_)),
           kCopyAgain);
  }
}

ZipStream::~ZipStream() { zip_fclose(file_); }

void ZipStream::damaged() const {
  refuse(fmt::format("its entry {} is damaged ({})", shown(name_),
                     zip_file_strerror(file_)),
         kCopyAgain);
}

void ZipStream::read(std::span<std::byte> to) {
  if (static_cast<int64_t>(to.size()) > left_) {
    refuse(
        fmt::format("its entry {} ends too early: {} more bytes should "
                    "follow",
                    shown(name_), static_cast<int64_t>(to.size()) - left_));
  }
  while (!to.empty()) {
    const zip_int64_t got = zip_fread(file_, to.data(), to.size());
    if (got < 0) damaged();
    if (got == 0) {
      refuse(fmt::format("its entry {} has fewer bytes than it claims",
                         shown(name_)),
             kCopyAgain);
    }
    to = to.subspan(static_cast<size_t>(got));
    left_ -= got;
  }
}

void ZipStream::finish() {
  std::byte extra;
  const zip_int64_t got = zip_fread(file_, &extra, 1);
  if (got < 0) damaged();
  if (left_ != 0 || got != 0) {
    refuse(
        fmt::format("its entry {} has more bytes than it should", shown(name_)),
        kCopyAgain);
  }
}

void ZipWriter::add(std::string name, std::string content) {
  entries_.push_back({std::move(name), std::move(content)});
}

std::string ZipWriter::finish() {
  // 1 January 1980, the first day that a zip archive knows.
  constexpr zip_uint16_t kTime = 0, kDay = (1 << 5) | 1;
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* const out = zip_source_buffer_create(nullptr, 0, 0, &error);
  zip_t* const archive = out == nullptr
                             ? nullptr
                             : zip_open_from_source(out, ZIP_TRUNCATE, &error);
  if (archive == nullptr) {
    zip_source_free(out);
    throw RuntimeError("cannot make a zip archive: " + take_message(error));
  }
  zip_source_keep(out);
  bool good = true;
  for (const Entry& entry : entries_) {
    zip_source_t* const content = zip_source_buffer(
        archive, entry.content.data(), entry.content.size(), 0);
    const zip_int64_t index = content == nullptr
                                  ? -1
                                  : zip_file_add(archive, entry.name.c_str(),
                                                 content, ZIP_FL_ENC_UTF_8);
    if (index < 0) {
      zip_source_free(content);
      good = false;
      break;
    }
    const auto at = static_cast<zip_uint64_t>(index);
    good = good &&
           zip_set_file_compression(archive, at, ZIP_CM_STORE, 0) == 0 &&
           zip_file_set_dostime(archive, at, kTime, kDay, 0) == 0;
  }
  if (!good || zip_close(archive) != 0) {
    const std::string why = zip_strerror(archive);
    zip_discard(archive);
    zip_source_free(out);
    throw RuntimeError("cannot make a zip archive: " + why);
  }
  zip_stat_t stat;
  zip_stat_init(&stat);
  std::string bytes;
  if (zip_source_stat(out, &stat) == 0 && zip_source_open(out) == 0) {
    bytes.resize(stat.size);
    zip_source_read(out, bytes.data(), bytes.size());
    zip_source_close(out);
  }
  zip_source_free(out);
  zip_error_fini(&error);
  return bytes;
}

}  // namespace mha::io
