// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/mask.h"
#include "core/problem.h"
#include "gpu/buffer.h"
#include "gpu/context.h"
#include "gpu/pass_plan.h"

#include <array>

namespace attnscope::gpu {

/// The inputs of a pass on the device. Each is written only when it is another array than the last
/// time; the arrays are held, so that an address cannot come to mean something else.
class Inputs {
public:
    explicit Inputs(const Context &context) : m_context(context) {}

    /// Everything derived from the problem that does not need the device: mask, PE, X, M.
    void prepare(const core::Problem &problem);
    /// Writes what has changed. Enqueues; the arrays stay held until the next call.
    /// \throws core::EngineError
    void write(const core::Problem &problem, const PassPlan &plan);
    /// After a failure: what the buffers hold is not known any more.
    void forget();

    [[nodiscard]] const core::KeepMask &keep() const { return m_keep; }
    [[nodiscard]] const std::vector<core::RowRef> &emptyRows() const { return m_emptyRows; }
    [[nodiscard]] const core::Tensor &pe() const { return m_pe; }
    [[nodiscard]] const core::Tensor &x() const { return m_x; }
    [[nodiscard]] const core::Tensor &memory() const { return m_memory; }

    /// Panels of W_Q, W_K, W_V and their biases, in that order; see project_tiles.cl.
    [[nodiscard]] const cl::Buffer &xBuffer() const { return m_xBuffer.get(); }
    [[nodiscard]] const cl::Buffer &memoryBuffer() const {
        return m_memory.present() ? m_memoryBuffer.get() : m_xBuffer.get();
    }
    [[nodiscard]] const cl::Buffer &projectionWeights() const { return m_qkv.get(); }
    [[nodiscard]] const cl::Buffer &projectionBias() const { return m_qkvBias.get(); }
    [[nodiscard]] const cl::Buffer &outputWeights() const { return m_out.get(); }
    [[nodiscard]] const cl::Buffer &outputBias() const { return m_outBias.get(); }
    /// W_Q, W_K, W_V, W_O as they are, row after row: for the backward pass alone.
    [[nodiscard]] const cl::Buffer &rawWeights(std::size_t which) const {
        return m_raw[which].get();
    }
    [[nodiscard]] const cl::Buffer &visible() const { return m_visible.get(); }
    [[nodiscard]] const cl::Buffer &dropout() const { return m_dropout.get(); }
    [[nodiscard]] const cl::Buffer &gamma() const { return m_gamma.get(); }
    [[nodiscard]] const cl::Buffer &beta() const { return m_beta.get(); }

private:
    /// Whether `now` differs from what was written last; remembers it.
    template <class T> static bool changed(core::Array<T> &held, const core::Array<T> &now) {
        if (held.identity() == now.identity() && held.shape() == now.shape())
            return false;
        held = now;
        return true;
    }
    void prepareMask(const core::Problem &problem);
    void prepareX(const core::Problem &problem);
    template <class T>
    void upload(GrowingBuffer &buffer, const core::Array<T> &array, std::string_view what);
    void writePanels(GrowingBuffer &weights, GrowingBuffer &bias,
                     std::initializer_list<std::pair<const core::Tensor *, const core::Tensor *>>,
                     std::string_view what);

    const Context &m_context;

    // What was derived from what.
    core::MaskConfig m_maskConfig;
    std::array<std::size_t, 4> m_maskShape{};
    core::IndexTensor m_maskLengths;
    core::BoolTensor m_maskCustom;
    core::KeepMask m_keep;
    std::vector<core::RowRef> m_emptyRows;
    core::Positional m_positional;
    core::Tensor m_pe, m_memoryPe, m_x, m_memory, m_xEmbed, m_xMemory;
    bool m_ready = false;

    // What the device's buffers hold.
    core::Tensor m_heldX, m_heldMemory, m_heldGamma, m_heldBeta;
    std::array<core::Tensor, 6> m_heldQkv;
    std::array<core::Tensor, 2> m_heldOut;
    std::array<core::Tensor, 4> m_heldRaw;
    core::BoolTensor m_heldVisible, m_heldDropout, m_dropoutKeep;
    core::DropoutConfig m_dropoutConfig;
    std::array<std::size_t, 4> m_dropoutShape{};
    bool m_dropoutDrawn = false;
    std::array<GrowingBuffer, 4> m_raw;
    GrowingBuffer m_xBuffer, m_memoryBuffer, m_qkv, m_qkvBias, m_out, m_outBias, m_visible,
        m_dropout, m_gamma, m_beta;
};

} // namespace attnscope::gpu
