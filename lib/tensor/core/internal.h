#pragma once

/// What ops are made of, in one. For the sources of lib/tensor only.

#include "tensor/core/check.h"
#include "tensor/core/dispatch.h"
#include "tensor/core/factory.h"
#include "tensor/core/grad.h"
#include "tensor/core/operand.h"
#include "tensor/core/parallel.h"
#include "tensor/core/scalar_convert.h"
#include "tensor/core/strided_loop.h"
#include "tensor/core/view_internal.h"
#include "tensor/core/views.h"
