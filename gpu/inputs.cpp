// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/inputs.h"

#include "core/attention.h"
#include "core/dropout.h"
#include "core/positional.h"
#include "gpu/error.h"

#include <algorithm>
#include <cstring>

namespace attnscope::gpu {

namespace {

std::size_t panelsOf(std::size_t columns, std::size_t width) {
    return (columns + width - 1) / width;
}

/// [rows, columns] → [panel][rows][width], the last panel filled up with zeros.
float *packPanels(const core::Tensor &w, std::size_t width, float *to) {
    const std::size_t rows = w.extent(0), columns = w.extent(1);
    for (std::size_t first = 0; first < columns; first += width) {
        const std::size_t count = std::min(width, columns - first);
        for (std::size_t r = 0; r < rows; ++r, to += width) {
            std::memcpy(to, w.data() + r * columns + first, count * sizeof(float));
            if (count < width)
                std::fill_n(to + count, width - count, 0.0f);
        }
    }
    return to;
}

} // namespace

void Inputs::prepare(const core::Problem &problem) {
    prepareMask(problem);
    prepareX(problem);
    m_ready = true;
}

void Inputs::prepareMask(const core::Problem &problem) {
    const core::MaskConfig &c = problem.config.mask;
    const std::array<std::size_t, 4> shape{problem.batch(), problem.heads(), problem.queries(),
                                           problem.keys()};
    bool same = m_ready && shape == m_maskShape && c.causal == m_maskConfig.causal &&
                c.causalAlignment == m_maskConfig.causalAlignment &&
                c.padding == m_maskConfig.padding && c.custom == m_maskConfig.custom;
    // Both are asked, so that both are remembered.
    const bool newLengths = changed(m_maskLengths, problem.lengths);
    const bool newCustom = changed(m_maskCustom, problem.maskKeep);
    same = same && !(c.padding && newLengths) && !(c.custom && newCustom);
    m_maskConfig = c;
    m_maskShape = shape;
    if (same)
        return;
    m_keep = core::makeKeepMask(problem);
    m_emptyRows = m_keep.allVisible() ? std::vector<core::RowRef>() : core::emptyRows(m_keep);
}

void Inputs::prepareX(const core::Problem &problem) {
    const core::Positional &c = problem.config.positional;
    const bool on = c.kind != core::PositionalKind::None;
    const bool newEncoding = !m_ready || !(c == m_positional);
    m_positional = c;
    // The table is for one length and width; a new one of either makes a new table.
    const auto encode = [&](core::Tensor &pe, std::size_t length, std::size_t width) {
        if (!on) {
            const bool was = pe.present();
            pe = {};
            return was;
        }
        if (!newEncoding && pe.present() && pe.shape() == core::Shape{length, width})
            return false;
        pe = core::positionalEncoding(length, width, c.base);
        return true;
    };
    const bool newPe = encode(m_pe, problem.queries(), problem.xEmbed.extent(2));
    // Both on the left: `changed` has to be asked in any case.
    if (changed(m_xEmbed, problem.xEmbed) || newPe || !m_x.present())
        m_x = core::addPositional(problem.xEmbed, m_pe);
    if (!problem.cross()) {
        m_memory = {};
        m_xMemory = {};
        return;
    }
    const bool newMemoryPe = encode(m_memoryPe, problem.keys(), problem.dMemory());
    if (changed(m_xMemory, problem.xMemory) || newMemoryPe || !m_memory.present())
        m_memory = core::addPositional(problem.xMemory, m_memoryPe);
}

template <class T>
void Inputs::upload(GrowingBuffer &buffer, const core::Array<T> &array, std::string_view what) {
    buffer.reserve(m_context, array.bytes(), what);
    try {
        // Not blocking: the array is held until it is replaced, and the pass ends with a wait.
        m_context.queue.enqueueWriteBuffer(buffer.get(), CL_FALSE, 0, array.bytes(), array.data());
    } catch (const cl::Error &e) {
        throw callError(e.err(), e.what(), what);
    }
}

void Inputs::writePanels(
    GrowingBuffer &weights, GrowingBuffer &bias,
    std::initializer_list<std::pair<const core::Tensor *, const core::Tensor *>> parts,
    std::string_view what) {
    const std::size_t width = m_context.panelColumns();
    std::size_t weightFloats = 0, biasFloats = 0;
    for (const auto &[w, b] : parts) {
        const std::size_t panels = panelsOf(w->extent(1), width);
        weightFloats += panels * w->extent(0) * width;
        biasFloats += panels * width;
    }
    weights.reserve(m_context, weightFloats * sizeof(float), what);
    bias.reserve(m_context, biasFloats * sizeof(float), what);
    try {
        // Packed straight into the buffers, without a copy in between.
        const auto map = [this](GrowingBuffer &buffer, std::size_t floats) {
            return static_cast<float *>(m_context.queue.enqueueMapBuffer(
                buffer.get(), CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION, 0, floats * sizeof(float)));
        };
        float *const mappedWeights = map(weights, weightFloats);
        float *const mappedBias = map(bias, biasFloats);
        float *toWeights = mappedWeights;
        float *toBias = mappedBias;
        for (const auto &[w, b] : parts) {
            toWeights = packPanels(*w, width, toWeights);
            const std::size_t room = panelsOf(w->extent(1), width) * width;
            std::fill_n(toBias, room, 0.0f);
            if (b->present())
                std::copy_n(b->data(), b->size(), toBias);
            toBias += room;
        }
        m_context.queue.enqueueUnmapMemObject(weights.get(), mappedWeights);
        m_context.queue.enqueueUnmapMemObject(bias.get(), mappedBias);
    } catch (const cl::Error &e) {
        throw callError(e.err(), e.what(), what);
    }
}

void Inputs::write(const core::Problem &p, const PassPlan &plan) {
    if (changed(m_heldX, m_x))
        upload(m_xBuffer, m_x, "X");
    if (m_memory.present() && changed(m_heldMemory, m_memory))
        upload(m_memoryBuffer, m_memory, "M");

    // One look at each, so that each is remembered.
    const core::Tensor none;
    const core::Tensor &wV = plan.sharedKv ? none : p.wV;
    const core::Tensor &bV = plan.sharedKv ? none : p.bV;
    bool repack = false;
    const std::array<const core::Tensor *, 6> parts{&p.wQ, &p.wK, &wV, &p.bQ, &p.bK, &bV};
    for (std::size_t i = 0; i < parts.size(); ++i)
        repack = changed(m_heldQkv[i], *parts[i]) || repack;
    if (repack && plan.sharedKv)
        writePanels(m_qkv, m_qkvBias, {{&p.wQ, &p.bQ}, {&p.wK, &p.bK}}, "W_Q and W_K");
    else if (repack)
        writePanels(m_qkv, m_qkvBias, {{&p.wQ, &p.bQ}, {&p.wK, &p.bK}, {&p.wV, &p.bV}},
                    "W_Q, W_K and W_V");
    repack = changed(m_heldOut[0], p.wO);
    repack = changed(m_heldOut[1], p.bO) || repack;
    if (repack)
        writePanels(m_out, m_outBias, {{&p.wO, &p.bO}}, "W_O");

    if (plan.gradients) {
        const std::array<const core::Tensor *, 4> raw{&p.wQ, &p.wK, &wV, &p.wO};
        for (std::size_t i = 0; i < raw.size(); ++i)
            if (raw[i]->present() && changed(m_heldRaw[i], *raw[i]))
                upload(m_raw[i], *raw[i], "the weights of the backward pass");
    }

    if (!m_keep.allVisible() && changed(m_heldVisible, m_keep.bits()))
        upload(m_visible, m_keep.bits(), "mask_keep");
    if (plan.steps & step::kDropout) {
        const core::DropoutConfig &c = p.config.dropout;
        const bool given = p.dropoutKeep.present();
        if (given) {
            m_dropoutKeep = p.dropoutKeep;
        } else if (!m_dropoutDrawn || !(c == m_dropoutConfig) || m_maskShape != m_dropoutShape) {
            m_dropoutKeep = core::dropoutKeepMask(p);
            m_dropoutConfig = c;
            m_dropoutShape = m_maskShape;
        }
        m_dropoutDrawn = !given;
        if (changed(m_heldDropout, m_dropoutKeep))
            upload(m_dropout, m_dropoutKeep, "dropout_keep");
    }
    if (plan.norm != core::ConcatNorm::None) {
        if (p.gammaConcat.present() && changed(m_heldGamma, p.gammaConcat))
            upload(m_gamma, p.gammaConcat, "gamma_concat");
        if (p.betaConcat.present() && changed(m_heldBeta, p.betaConcat))
            upload(m_beta, p.betaConcat, "beta_concat");
    }
}

void Inputs::forget() {
    m_heldX = m_heldMemory = m_heldGamma = m_heldBeta = {};
    m_heldQkv = {};
    m_heldOut = {};
    m_heldRaw = {};
    m_heldVisible = m_heldDropout = {};
}

} // namespace attnscope::gpu
