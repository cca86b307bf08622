#include <algorithm>

#include "ui/panel/panel_types.hpp"

namespace shoal {

void Figures::History::add(float value) {
    if (count == kHistory) {
        std::rotate(values.begin(), values.begin() + 1, values.end());
        --count;
    }
    values[count++] = value;
}

}  // namespace shoal
