// How long work in the core looks at the keyboard now and then.
#pragma once

#include <nanobind/nanobind.h>

namespace kibitz::bindings {

// Raises KeyboardInterrupt where it is due; for code that has released the interpreter's lock.
inline void raise_if_interrupted() {
    nanobind::gil_scoped_acquire acquire;
    if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
}

}  // namespace kibitz::bindings
