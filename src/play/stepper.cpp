#include "play/stepper.hpp"

#include <chrono>
#include <iterator>
#include <new>
#include <system_error>
#include <utility>

namespace shoal {

namespace {

constexpr double kProgressInterval = 0.05;  // [s] between two states shown while scrubbing

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

Stepper::Stepper(Play play) : m_play(std::move(play)) {
    try {
        m_thread = std::thread([this] { run(); });
    } catch (const std::system_error&) {
        // The system has no more threads: send() steps instead.
    }
}

bool Stepper::receive(Published& shown, const Showing& showing) {
    const std::unique_lock lock(m_mutex, std::try_to_lock);
    if (!lock || m_ready.empty()) {
        return false;
    }
    Published& next = m_ready.front();
    const bool isLater = next.beginning == showing.beginning && next.b.step > showing.step;
    if (isLater && !showing.wantsLater) {
        return false;
    }
    std::swap(shown, next);
    m_free.push_back(std::move(next));
    m_ready.pop_front();
    return true;
}

void Stepper::send(const std::array<std::uint64_t, 2>& wanted) {
    {
        const std::unique_lock lock(m_mutex, std::try_to_lock);
        if (!lock) {
            return;  // the thread is just looking: the next frame hands them over
        }
        m_commands.insert(m_commands.end(), std::make_move_iterator(m_posted.begin()),
                          std::make_move_iterator(m_posted.end()));
        m_posted.clear();
        m_wanted = wanted;
    }
    if (m_thread.joinable()) {
        m_changed.notify_one();
        return;
    }
    std::unique_lock lock(m_mutex);
    while (goOn(lock)) {
    }
}

void Stepper::stop() {
    {
        const std::lock_guard lock(m_mutex);
        m_isStopping = true;
        m_commands.insert(m_commands.end(), std::make_move_iterator(m_posted.begin()),
                          std::make_move_iterator(m_posted.end()));
        m_posted.clear();
    }
    m_changed.notify_one();
    if (m_thread.joinable()) {
        m_thread.join();
    }
    std::unique_lock lock(m_mutex);
    carryOut(std::exchange(m_commands, {}));
}

void Stepper::run() {
    std::unique_lock lock(m_mutex);
    while (!m_isStopping) {
        if (!goOn(lock)) {
            m_changed.wait(lock);
        }
    }
}

/// Carries out the next piece of work, without the lock. Returns false if there is none.
bool Stepper::goOn(std::unique_lock<std::mutex>& lock) {
    if (!m_commands.empty()) {
        std::vector<Command> commands = std::exchange(m_commands, {});
        lock.unlock();
        const std::uint64_t revision = m_play.revision();
        carryOut(std::move(commands));
        m_isUntold = m_isUntold || m_play.revision() != revision;
        lock.lock();
        return true;
    }
    const std::uint64_t step = m_play.session().simulation().stepCount();
    const bool isSeeking = m_play.isSeeking() && !m_play.hasFailed();
    const bool isWanted = !m_play.hasFailed() && !isSeeking && (step < m_wanted[0] || step < m_wanted[1]);
    const bool isNew = step != m_toldStep || m_play.beginnings() != m_toldBeginning;
    const bool isReached = isNew && (step == m_wanted[0] || step == m_wanted[1]);
    // A state that was wanted is published before the next step. What commands have changed is published with
    // the next such state, or at once if none is under way.
    const bool isPosing = isSeeking && m_play.isPosing();
    const bool isDue = m_isUntold && !m_isStopping &&
                       (isSeeking ? isPosing || now() >= m_progressDue : isReached || !isWanted);
    if (isDue) {
        if (!m_ready.empty() && m_ready.back().beginning != m_play.beginnings()) {
            dropReady();
        }
        if (!m_free.empty()) {
            publish(lock);
            return true;
        }
        if (!isSeeking || isPosing) {
            return false;  // until the window has taken one
        }
    }
    if (isWanted || isSeeking) {
        lock.unlock();
        stepOnce();
        m_isUntold = true;
        lock.lock();
        return true;
    }
    return false;
}

void Stepper::carryOut(std::vector<Command> commands) {
    for (const Command& command : commands) {
        try {
            command(m_play);
        } catch (const std::bad_alloc&) {
            m_play.report(Problem{"not enough memory for this"});
        }
        m_play.noteDone();
    }
}

void Stepper::stepOnce() {
    try {
        m_play.step();
    } catch (const std::bad_alloc&) {
        m_play.fail(
            Problem{"not enough memory for the next step: the flock stands still. Restart it with "
                    "fewer boids, or open a preset"});
    }
}

void Stepper::publish(std::unique_lock<std::mutex>& lock) {
    Published next = std::move(m_free.back());
    m_free.pop_back();
    lock.unlock();
    const double start = now();
    bool isWhole = true;
    try {
        m_play.publish(next);
    } catch (const std::bad_alloc&) {
        isWhole = false;
        next = {};
        m_play.fail(
            Problem{"not enough memory to show the flock, which stands still. Restart it with fewer "
                    "boids, or open a preset"});
    }
    m_play.notePublishing(now() - start);
    m_progressDue = now() + kProgressInterval;
    m_isUntold = !isWhole;
    m_toldStep = m_play.session().simulation().stepCount();
    m_toldBeginning = m_play.beginnings();
    lock.lock();
    if (isWhole) {
        m_ready.push_back(std::move(next));
    } else {
        m_free.push_back(std::move(next));
    }
}

/// Discards states from before the last restart, but keeps their problems for the user.
void Stepper::dropReady() {
    for (Published& each : m_ready) {
        for (Problem& problem : each.problems) {
            m_play.report(std::move(problem));
        }
        m_free.push_back(std::move(each));
    }
    m_ready.clear();
}

}  // namespace shoal
