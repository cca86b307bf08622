#pragma once

#include "viewer/feature/feature.hpp"
#include "viewer/feature/services.hpp"

namespace shoal {

/// Takes settings, positions and measures to other programs: as texts of the clipboard, and as files.
class Exporter : public Feature {
public:
    explicit Exporter(const Services& services) : m_services(services) {}

    /// Adds its commands to the table. `exporter` may be null if none of them is run.
    static void declare(CommandTable& commands, Exporter* exporter);

    bool isBusy() const override { return m_isSaving; }

private:
    void copyJson();
    void copyChanges();
    void save();

    const Services& m_services;
    bool m_isSaving = false;
};

}  // namespace shoal
