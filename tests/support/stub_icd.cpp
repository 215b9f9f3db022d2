// SPDX-License-Identifier: GPL-3.0-or-later
// An OpenCL driver that misbehaves, built once for each way of doing so:
//   STUB_ABORTS     ends the process while it is asked for its platforms
//   STUB_HANGS      does not answer for a minute
//   STUB_NO_DEVICE  has a platform without any device
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <CL/cl_icd.h>

#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace {

cl_int platformInfo(cl_platform_id, cl_platform_info what, size_t room, void *value, size_t *size) {
    const char *text = "stub";
    if (what == CL_PLATFORM_VERSION)
        text = "OpenCL 1.2 stub";
    else if (what == CL_PLATFORM_EXTENSIONS)
        text = "cl_khr_icd";
    else if (what == CL_PLATFORM_PROFILE)
        text = "FULL_PROFILE";
    const size_t needed = std::strlen(text) + 1;
    if (size)
        *size = needed;
    if (value && room >= needed)
        std::memcpy(value, text, needed);
    return CL_SUCCESS;
}

cl_int deviceIds(cl_platform_id, cl_device_type, cl_uint, cl_device_id *, cl_uint *count) {
    if (count)
        *count = 0;
    return CL_DEVICE_NOT_FOUND;
}

cl_icd_dispatch dispatch = [] {
    cl_icd_dispatch d{};
    d.clGetPlatformInfo = platformInfo;
    d.clGetDeviceIDs = deviceIds;
    return d;
}();

} // namespace

// The loader knows a platform by the table that its first word points to.
struct _cl_platform_id {
    cl_icd_dispatch *dispatch;
};

extern "C" {

__attribute__((visibility("default"))) cl_int
clIcdGetPlatformIDsKHR(cl_uint room, cl_platform_id *platforms, cl_uint *count) {
#if defined(STUB_ABORTS)
    std::abort();
#elif defined(STUB_HANGS)
    ::sleep(60);
#endif
    static _cl_platform_id platform{&dispatch};
    if (platforms && room)
        *platforms = &platform;
    if (count)
        *count = 1;
    return CL_SUCCESS;
}

__attribute__((visibility("default"))) void *clGetExtensionFunctionAddress(const char *name) {
    if (std::strcmp(name, "clIcdGetPlatformIDsKHR") == 0)
        return reinterpret_cast<void *>(&clIcdGetPlatformIDsKHR);
    return nullptr;
}

__attribute__((visibility("default"))) cl_int clGetPlatformInfo(cl_platform_id platform,
                                                                cl_platform_info what, size_t room,
                                                                void *value, size_t *size) {
    return platformInfo(platform, what, room, value, size);
}
}
