# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -DKERNELS=a.cl|b.cl -DOUTPUT=x.cpp -P embed_kernels.cmake
# Each text becomes an array of character codes: string literals have a limit of 64 kB, arrays none.
string(REPLACE "|" ";" kernels "${KERNELS}")
list(SORT kernels)

set(arrays "")
set(table "")
foreach(file IN LISTS kernels)
  cmake_path(GET file STEM stem)
  file(READ "${file}" hex HEX)
  string(REGEX REPLACE "(..)" "'\\\\x\\1'," bytes "${hex}")
  string(REGEX REPLACE "(.......,.......,.......,.......,.......,.......,.......,.......,)" "\\1\n" bytes "${bytes}")
  string(MAKE_C_IDENTIFIER "${stem}" id)
  string(APPEND arrays "constexpr char k_${id}[] = {\n${bytes}'\\0'};\n")
  string(APPEND table "    {\"${stem}\", {k_${id}, sizeof k_${id} - 1}},\n")
endforeach()
list(LENGTH kernels count)

file(WRITE "${OUTPUT}" "// Generated from resources/kernels; do not edit.
#include \"resources/kernel_sources.h\"

#include <array>
#include <stdexcept>
#include <string>

namespace attnscope::resources {
namespace {
${arrays}
constexpr std::array<KernelSource, ${count}> kSources{{
${table}}};
} // namespace

std::span<const KernelSource> kernelSources() { return kSources; }

std::string_view kernelSource(std::string_view stem) {
    for (const KernelSource &source : kernelSources())
        if (source.stem == stem)
            return source.text;
    throw std::out_of_range(\"no kernel file \" + std::string(stem) + \".cl\");
}

} // namespace attnscope::resources
")
