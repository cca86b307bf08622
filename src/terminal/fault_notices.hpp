#pragma once

#include <set>
#include <string>
#include <vector>

#include <shoal/simulation.hpp>

#include "terminal/console.hpp"

namespace shoal {

/// Faults of rules, and of the device that should step a flock, each said once.
class FaultNotices {
public:
    /// Calls `say(text)` for each fault that has not been said.
    template <class Say>
    void add(const std::vector<RuleFault>& faults, const Say& say) {
        for (const RuleFault& fault : faults) {
            if (m_said.insert(fault.text()).second) {
                say(fault.text());
            }
        }
    }

    /// `deviceProblem`: why the processor steps the flock although a device was asked for; may be empty.
    void print(const std::vector<RuleFault>& faults, const std::string& deviceProblem = {}) {
        add(faults, printLine);
        if (!deviceProblem.empty() && m_said.insert(deviceProblem).second) {
            printLine("the processor steps the flock: " + deviceProblem);
        }
    }
    void print(const Simulation& simulation) { print(simulation.faults(), simulation.deviceProblem()); }

private:
    std::set<std::string> m_said;
};

}  // namespace shoal
