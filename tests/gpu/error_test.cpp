// SPDX-License-Identifier: GPL-3.0-or-later
// What is said when a driver fails.
#include "gpu/error.h"

#include <gtest/gtest.h>

namespace attnscope::gpu {
namespace {

using Code = core::EngineError::Code;

TEST(Errors, StatusNames) {
    EXPECT_EQ(statusName(-11), "CL_BUILD_PROGRAM_FAILURE");
    EXPECT_EQ(statusName(-54), "CL_INVALID_WORK_GROUP_SIZE");
    EXPECT_EQ(statusName(-1001), "CL_PLATFORM_NOT_FOUND_KHR");
    EXPECT_EQ(statusName(-9999), "OpenCL error -9999");
}

TEST(Errors, CLR02_BuildErrorWithoutALog) {
    for (const std::string_view log : {std::string_view("\n"), std::string_view(""),
                                       std::string_view("\0", 1), std::string_view(" \n\0", 3)}) {
        const core::EngineError e = buildError(-11, "softmax.cl", "Some Device", "-DX=1", log);
        const std::string what = e.what();
        EXPECT_EQ(e.code, Code::BuildFailed);
        EXPECT_NE(what.find("CL_BUILD_PROGRAM_FAILURE"), std::string::npos) << what;
        EXPECT_NE(what.find("-DX=1"), std::string::npos) << what;
        EXPECT_NE(what.find("Some Device"), std::string::npos) << what;
        EXPECT_NE(what.find("the driver gave no log"), std::string::npos) << what;
        EXPECT_TRUE(e.log.empty());
    }
}

TEST(Errors, CLR10_LogOfEveryFailingStatus) {
    for (const int status : {-11, -5, -43, -15, -9999}) {
        const core::EngineError e =
            buildError(status, "a.cl", "d", "", "a.cl:3:1: error: no such type\n\n");
        EXPECT_EQ(e.log, "a.cl:3:1: error: no such type");
        EXPECT_NE(std::string(e.what()).find("a.cl:3:1"), std::string::npos);
    }
}

TEST(Errors, MemoryIsToldFromOtherFailures) {
    EXPECT_EQ(callError(-4, "clEnqueueNDRangeKernel", "attention").code, Code::OutOfMemory);
    EXPECT_EQ(callError(-61, "clCreateBuffer", "").code, Code::OutOfMemory);
    const core::EngineError e = callError(-36, "clFinish", "output");
    EXPECT_EQ(e.code, Code::DeviceFailed);
    EXPECT_EQ(e.stage, "output");
    EXPECT_STREQ(e.what(), "clFinish failed with CL_INVALID_COMMAND_QUEUE at output");
}

TEST(Errors, BytesInWords) {
    EXPECT_EQ(bytesText(512), "512 bytes");
    EXPECT_EQ(bytesText(134217728), "128 MiB (134217728 bytes)");
    EXPECT_EQ(bytesText(1536), "1.5 KiB (1536 bytes)");
    EXPECT_EQ(bytesText(std::size_t{5} << 30), "5 GiB (5368709120 bytes)");
}

} // namespace
} // namespace attnscope::gpu
