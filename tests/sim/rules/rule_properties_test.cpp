// The properties hold for every built-in rule; tests/install checks them for an external rule.
#include "sim/rule_properties.hpp"
