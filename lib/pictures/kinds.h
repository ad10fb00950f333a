#pragma once

// The functions of each kind of picture, for the table in kinds.cpp. Each kind's source explains
// its own.

#include <memory>
#include <string>

#include "pictures/picture.h"
#include "tensor/core/tensor.h"

namespace mha::pictures {

std::shared_ptr<const Picture> make_heatmap(const Maker& maker, const std::string& expression);
std::shared_ptr<const Picture> make_bars(const Maker& maker, const std::string& expression);
std::shared_ptr<const Picture> make_line(const Maker& maker, const std::string& expression);
std::shared_ptr<const Picture> make_tape(const Maker& maker, const std::string& expression);
std::shared_ptr<const Picture> make_heads(const Maker& maker, const std::string& expression);
std::shared_ptr<const Picture> make_product(const Maker& maker, const std::string& expression);
std::shared_ptr<const Picture> make_provenance(const Maker& maker, const std::string& expression);

/// How well a kind fits a value: 0 for not at all.
int suits_heatmap(const Maker& maker, const std::string& expression, const Tensor& value);
int suits_bars(const Maker& maker, const std::string& expression, const Tensor& value);
int suits_line(const Maker& maker, const std::string& expression, const Tensor& value);
int suits_tape(const Maker& maker, const std::string& expression, const Tensor& value);
int suits_heads(const Maker& maker, const std::string& expression, const Tensor& value);
int suits_product(const Maker& maker, const std::string& expression, const Tensor& value);
int suits_provenance(const Maker& maker, const std::string& expression, const Tensor& value);

}  // namespace mha::pictures
