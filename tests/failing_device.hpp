#pragma once

#include <memory>
#include <span>
#include <string>

#include "sim/step/simulation_core.hpp"

namespace shoal {

/// A device that fails as it is told.
class FailingDevice final : public StepDevice {
public:
    static inline int stepsBefore = 0;
    static inline bool canFetch = true;

    static Result<std::unique_ptr<StepDevice>> open() {
        return std::unique_ptr<StepDevice>(std::make_unique<FailingDevice>());
    }
    static Result<std::unique_ptr<StepDevice>> refuse() { return Problem{"no such device"}; }

    const std::string& name() const override { return m_name; }
    Outcome step(const DeviceStep&) override {
        return m_steps++ < stepsBefore ? Outcome{Done{}} : Problem{"it broke"};
    }
    StepProfile profile() override { return {}; }
    Outcome fetch(std::span<Flock>, Workers&) override {
        return canFetch ? Outcome{Done{}} : Problem{"it is gone"};
    }
    void forget() override {}

private:
    std::string m_name = "failing";
    int m_steps = 0;
};

}  // namespace shoal
