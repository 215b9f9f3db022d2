# SPDX-License-Identifier: GPL-3.0-or-later
# The check must be able to fail: it is run on the tree in bad/ and has to name exactly these lines.
cmake_minimum_required(VERSION 3.25)
set(expected
    core/sees_qt.h:4 core/sees_qt.h:5
    gpu/sees_ui.cpp:5 gpu/sees_ui.cpp:6
    ui/sees_plot.h:4 ui/sees_plot.h:5 ui/sees_plot.h:6
    app/sees_cl.cpp:4)

execute_process(COMMAND "${CMAKE_COMMAND}" "-DROOT=${CMAKE_CURRENT_LIST_DIR}/bad"
                        -P "${CMAKE_CURRENT_LIST_DIR}/check_layers.cmake"
                RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(status EQUAL 0)
  message(FATAL_ERROR "the check passed a tree that breaks the layering")
endif()
string(REGEX MATCHALL "(core|gpu|ui|app)/[a-z_/]+\\.(h|cpp):[0-9]+" found "${output}")
if(NOT found STREQUAL expected)
  message(FATAL_ERROR "expected ${expected}\n   found ${found}\n${output}")
endif()
