#include <doctest/doctest.h>

#include <filesystem>

#include "base/error.h"
#include "io/reading.h"
#include "io/tensor_file.h"
#include "samples.h"
#include "tensor/core/storage.h"

namespace mha {
namespace {

using namespace samples;

const std::string kSix = floats({1, 2, 3, 4, 5, 6});
constexpr const char* kHelp =
    " | save it with torch.save({'scores': scores}, path)";
constexpr const char* kAgain = " | copy or save the file again";
constexpr const char* kTensorsOnly =
    " | save tensors, or a dict or list of them, with torch.save";

TEST_CASE("pt: views share their storage and keep their strides") {
  const std::string bytes = pt("](" + pt_tensor("0", 6, 0, {2, 3}, {3, 1}) +
                                   pt_tensor("0", 6, 1, {2, 2}, {1, 3}) +
                                   pt_tensor("0", 6, 5, {4, 1}, {0, 7}) + "e",
                               {kSix});
  const std::vector<NamedTensor> read = read_tensors("x.pt", bytes);
  REQUIRE(read.size() == 3);
  CHECK(read[1].name == "1");
  CHECK(read[0].tensor.storage() == read[1].tensor.storage());
  CHECK(read[1].tensor.strides() == Shape{1, 3});
  CHECK(read[1].tensor.at({1, 1}).to_double() == 6);
  CHECK(read[2].tensor.at({3, 0}).to_double() == 6);
}

TEST_CASE("pt: names are the way through dicts and lists") {
  const std::string tensor = pt_tensor("0", 6, 0, {6}, {1});
  const std::string bytes =
      pt("}(" + pt_text("a") + "}" + pt_text("b") + "](" + tensor + "K\x05" +
             "\x88N" + tensor + "es" + "K\x07" + tensor + "u",
         {kSix});
  const std::vector<NamedTensor> read = read_tensors("x.pt", bytes);
  REQUIRE(read.size() == 3);
  CHECK(read[0].name == "a.b.0");
  CHECK(read[1].name == "a.b.4");
  CHECK(read[2].name == "7");
  const std::vector<NamedTensor> one = read_tensors("x.pt", pt(tensor, {kSix}));
  CHECK(one.at(0).name == "x");
}

TEST_CASE("pt: code in the pickle is refused by name and never run") {
  const std::filesystem::path trace =
      std::filesystem::temp_directory_path() / "mha_pickle_was_run";
  std::filesystem::remove(trace);
  const std::string command = pt_text("touch " + trace.string());
  const struct {
    std::string pickle, said;
  } cases[] = {
      {"cos\nsystem\n" + command + "\x85R",
       std::string("its pickle asks to load 'os.system', which no tensor "
                   "needs; nothing in it was run") +
           kTensorsOnly},
      {"cposix\nsystem\n(" + command + "tR",
       std::string("its pickle asks to load 'posix.system', which no tensor "
                   "needs; nothing in it was run") +
           kTensorsOnly},
      {pt_text("builtins") + pt_text("eval") + "\x93" + command + "\x85R",
       std::string("its pickle asks to load 'builtins.eval', which no tensor "
                   "needs; nothing in it was run") +
           kTensorsOnly},
      {"ctorch\nload\n" + command + "\x85R",
       std::string("its pickle asks to load 'torch.load', which no tensor "
                   "needs; nothing in it was run") +
           kTensorsOnly},
      {"ctorch\nfloat32.__class__\n",
       "its pickle asks to load "
       "'torch.float32.__class__', which no tensor needs; nothing in it was "
       "run" +
           std::string(kTensorsOnly)},
      {"(" + command + "ios\nsystem\n",
       std::string("its pickle has the instruction 0x69, which no tensor "
                   "needs; nothing in it was run") +
           kTensorsOnly},
      {command + "\x85\x81",
       std::string("its pickle has the instruction 0x81, which no tensor "
                   "needs; nothing in it was run") +
           kTensorsOnly},
      {pt_text("os.system") + command + "\x85R",
       std::string("its pickle calls something that is not a function of "
                   "torch.save(); nothing in it was run") +
           kTensorsOnly},
      {"ctorch\nSize\n" + command + "\x85R",
       std::string("its pickle calls torch.Size with other arguments than "
                   "torch.save() writes") +
           kHelp},
      {"](K\x01"
       "eN}b",
       std::string("its pickle gives a state to something that is not an "
                   "OrderedDict; nothing in it was run") +
           kTensorsOnly},
      {"c__main__\nModel\n)R",
       "it holds an object of the class '__main__.Model'; only tensors, dicts "
       "and lists are read, and no code is run | save the weights alone: "
       "torch.save(model.state_dict(), path)"},
      {"cnumpy.core.multiarray\n_reconstruct\n)R",
       "it holds an array of NumPy's ('numpy.core.multiarray._reconstruct'), "
       "whose pickle is not read | save tensors: "
       "torch.save(torch.from_numpy(array), path); or np.save(path, array)"},
      {pt_tensor("0", 1, 0, {1}, {1}, "ComplexFloatStorage"),
       "it holds complex numbers ('torch.ComplexFloatStorage'), which are not "
       "read | save the real part: torch.save(x.real, path)"},
      {pt_tensor("0", 1, 0, {1}, {1}, "QInt8Storage"),
       "it holds numbers of a kind that is not read: 'torch.QInt8Storage' | "
       "save them as float32: torch.save(x.float(), path)"},
      {"c\x1b[31mos\nsystem\n",
       std::string("its pickle asks to load '?[31mos.system', which no tensor "
                   "needs; nothing in it was run") +
           kTensorsOnly},
  };
  for (const auto& c : cases) {
    CHECK(refusal("x.pt", pt(c.pickle, {"1234"})) == "x.pt: " + c.said);
  }
  CHECK_FALSE(std::filesystem::exists(trace));
}

TEST_CASE("pt: views and storages that lie about their place") {
  MemoryMeter::set_limit(MemoryMeter::live_bytes() + 1000);
  const struct {
    std::string pickle, said;
  } cases[] = {
      {pt_tensor("0", 6, 1, {2, 3}, {3, 1}),
       "a tensor of shape (2, 3) with strides (3, 1) from 1 on does not lie "
       "inside its storage of 6 numbers"},
      {pt_tensor("0", 6, -1, {2}, {1}),
       "a tensor of shape (2,) with strides (1,) from -1 on does not lie "
       "inside its storage of 6 numbers"},
      {pt_tensor("0", 6, 5, {2}, {-1}),
       "a tensor of shape (2,) with strides (-1,) from 5 on does not lie "
       "inside its storage of 6 numbers"},
      {pt_tensor("0", 6, 7, {0}, {1}),
       "a tensor of shape (0,) with strides (1,) from 7 on does not lie "
       "inside its storage of 6 numbers"},
      {pt_tensor("0", 6, 0, {3, 2}, {2147483647, 2147483647}),
       "a tensor of shape (3, 2) with strides (2147483647, 2147483647) from 0 "
       "on does not lie inside its storage of 6 numbers"},
  };
  for (const auto& c : cases) {
    CHECK(refusal("x.pt", pt(c.pickle, {kSix})) == "x.pt: " + c.said + kAgain);
  }
  const struct {
    std::string pickle, said;
  } others[] = {
      {pt_tensor("0", 6, 0, {-2, 3}, {3, 1}),
       "the shape (-2, 3) has a negative size"},
      {pt_tensor("0", 6, 0, {65536, 65536}, {0, 0}),
       "the shape (65536, 65536) asks for more than 1 GiB, the most that is "
       "read"},
      {pt_tensor("0", 7, 0, {2}, {1}),
       "its entry 'archive/data/0' has 24 bytes where 7 numbers of "
       "torch.float32 take 28"},
      {pt_tensor("0", 2000000000, 0, {2}, {1}),
       "the shape (2000000000,) asks for more than 1 GiB, the most that is "
       "read"},
      {pt_tensor("1", 6, 0, {2}, {1}),
       "the numbers of a tensor, its entry 'archive/data/1', are missing"},
      {pt_tensor("../version", 6, 0, {2}, {1}),
       "the numbers of a tensor, its entry 'archive/data/../version', are "
       "missing"},
      {"](" + pt_tensor("0", 6, 0, {2}, {1}) +
           pt_tensor("0", 6, 0, {2}, {1}, "IntStorage") + "e",
       "two tensors disagree on what the storage holds that they share"},
      {pt_tensor("0", 6, 0, {2}, {1, 1}),
       "its pickle calls _rebuild_tensor_v2 with other arguments than "
       "torch.save() writes"},
      {"}(" + pt_text("a") + pt_tensor("0", 6, 0, {2}, {1}) + pt_text("a") +
           pt_tensor("0", 6, 0, {2}, {1}) + "u",
       "two tensors have the name 'a'"},
      {"]K\x01"
       "a",
       "there is no tensor in it"},
  };
  for (const auto& c : others) {
    CHECK(refusal("x.pt", pt(c.pickle, {kSix})).starts_with("x.pt: " + c.said));
  }
  MemoryMeter::set_limit(0);
}

TEST_CASE("pt: lists without end, in themselves or in each other") {
  // l = []; l.append(l)
  CHECK(
      refusal("x.pt", pt("]q\x01h\x01"
                         "a"))
          .starts_with(
              "x.pt: its lists and dicts lie in each other more than 64 deep"));
  // Each list twice in the next: 2^40 at the end.
  std::string laughs = "]q\x01h\x01";
  for (int i = 0; i < 40; ++i) laughs += "\x86q\x01h\x01";
  CHECK(refusal("x.pt", pt(laughs + "\x86"))
            .starts_with("x.pt: it holds too many values"));
  const std::string deep(100'000, '(');
  CHECK(refusal("x.pt", pt(deep)).starts_with("x.pt: its pickle is damaged: "));
  CHECK(refusal("x.pt", pt(std::string(2'000'000, ']'))) ==
        "x.pt: its pickle is damaged: it holds too many lists" +
            std::string(kAgain));
}

TEST_CASE("pt: long names do not multiply") {
  std::string keys = "X";
  io::append_little_endian(keys, 1'000'000, 4);
  keys += std::string(1'000'000, 'k') + "](";
  for (int i = 0; i < 100'000; ++i) keys += 'N';
  CHECK(refusal("x.pt", pt("}" + keys + "es"))
            .starts_with("x.pt: a tensor's name is not readable text: 'kkk"));
  std::string json = "{\"" + std::string(1'000'000, 'k') + "\": {";
  for (int i = 0; i < 100'000; ++i) json += "\"a\": 1, ";
  CHECK(refusal("x.json", json)
            .starts_with("x.json: a tensor's name is not readable text: 'kkk"));
}

TEST_CASE("pt: what is no such file") {
  const std::string old_start(
      "\x80\x02\x8a\x0al\xfc\x9c\x46\xf9\x20\x6a\xa8"
      "\x50\x19.",
      15);
  CHECK(refusal("x.pt", old_start) ==
        "x.pt: it is in the form that torch.save() had before PyTorch 1.6, "
        "which is not read | load it with the program that saved it, and save "
        "it again with torch.save(x, path) of PyTorch 1.6 or newer");
  CHECK(refusal("x.pt",
                "\x80\x03"
                "cos\nsystem\nX") ==
        "x.pt: it is a bare pickle, which is never opened since it can run "
        "code | save tensors with torch.save(x, path)");
  CHECK(refusal("x.pth", "hello") ==
        "x.pth: it is not what torch.save() writes: that is a zip archive | "
        "save tensors with torch.save(x, path); if you did, copy the file "
        "again");
  CHECK(refusal("x.pt", write_npz({{"q", Tensor::of({1}, {1})}})) ==
        "x.pt: it ends in .pt, but what it holds begins as NumPy's .npz | "
        "rename it to x.npz");
  CHECK(refusal("x.npy", pt("N")) ==
        "x.npy: it ends in .npy, but what it holds begins as PyTorch's .pt | "
        "rename it to x.pt");
}

}  // namespace
}  // namespace mha
