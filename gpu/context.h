// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/opencl.h"
#include "gpu/opencl_engine.h"

#include <cstddef>
#include <string>

namespace attnscope::gpu {

/// An open device: its queue, and what its class and limits mean for the kernels.
struct Context {
    cl::Device device;
    cl::Context context;
    cl::CommandQueue queue; ///< in order, with profiling
    std::string title;      ///< "platform: device"
    std::string driver;
    Flavour flavour = Flavour::Tiles;
    std::size_t computeUnits = 1;
    std::size_t maxAllocation = 0; ///< bytes of one buffer
    std::size_t maxMemory = 0;     ///< bytes of all buffers
    std::size_t maxWorkGroup = 1;  ///< work-items of a group along the first axis
    std::size_t localMemory = 0;   ///< bytes
    int vectorWidth = 16;          ///< lanes of the kernels' vectors (Tiles)
    int panelVectors = 4;          ///< vectors side by side in a tile (Tiles)
    std::size_t groupSide = 16;    ///< side of the square groups of a product (Groups)
    std::size_t groupRow = 64;     ///< work-items to a row of a map (Groups)
    /// Rounds of all loops of one work-item that are safe; 0 = any number. llvmpipe breaks off
    /// after 65535 in silence, and how it counts is its own affair: a third of that is asked of it.
    std::size_t loopLimit = 0;
    /// PoCL keeps what it compiled by itself, and to hand out its binaries it would compile all
    /// kernels a second time.
    bool cachesItself = false;
    std::string options;  ///< build options
    std::string cacheKey; ///< what compiled kernels depend on besides source and options

    std::string extraOptions; ///< asked for by a test

    /// The same for vectors, tiles and, where loops are limited, groupSide (Tiles).
    void setTileOptions();
    /// Makes `options` say what groupSide and groupRow are (Groups).
    void setGroupOptions();
    /// Columns of a packed panel.
    [[nodiscard]] std::size_t panelColumns() const {
        return flavour == Flavour::Tiles
                   ? static_cast<std::size_t>(vectorWidth) * static_cast<std::size_t>(panelVectors)
                   : std::size_t{64};
    }
};

/// Rows of a tile (Tiles).
inline constexpr std::size_t kTileRows = 6;

/// \throws core::EngineError (NoDevice, DeviceFailed)
[[nodiscard]] Context openContext(const DeviceChoice &choice);

} // namespace attnscope::gpu
