#include "python/errors.hpp"

#include <array>
#include <cstddef>
#include <exception>

namespace py = pybind11;

namespace shoal::python {

namespace {

/// The classes of exceptions that the package has defined, in the order of Fault.
std::array<py::object, 3>& exceptions() {
    // Never destroyed: at the end of the program, Python may be gone first.
    static auto* const all = new std::array<py::object, 3>;
    return *all;
}

}  // namespace

py::str textOf(std::string_view text) {
    PyObject* const made =
        PyUnicode_DecodeUTF8(text.data(), static_cast<py::ssize_t>(text.size()), "surrogateescape");
    if (made == nullptr) {
        throw py::error_already_set();
    }
    return py::reinterpret_steal<py::str>(made);
}

void addErrors(py::module_& module) {
    py::register_exception_translator([](std::exception_ptr pointer) {
        try {
            if (pointer) {
                std::rethrow_exception(pointer);
            }
        } catch (const Failed& failed) {
            PyErr_SetObject(exceptions()[static_cast<std::size_t>(failed.fault)].ptr(),
                            textOf(failed.text).ptr());
        }
    });
    module.def("set_exceptions", [](py::object error, py::object graphics, py::object deviation) {
        exceptions() = {std::move(error), std::move(graphics), std::move(deviation)};
    });
}

}  // namespace shoal::python
