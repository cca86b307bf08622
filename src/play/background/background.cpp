#include "play/background/background.hpp"

#include <atomic>
#include <chrono>
#include <system_error>
#include <thread>

namespace shoal {

namespace {

std::atomic<int> theThreadCount{0};

/// Runs the task on a thread, or here if the system has no more threads.
void runApart(std::function<void()> task) {
    ++theThreadCount;
    const auto counted = [task = std::move(task)]() mutable {
        task();
        task = nullptr;  // frees its memory while the program still waits
        --theThreadCount;
    };
    try {
        std::thread(counted).detach();
    } catch (const std::system_error&) {
        auto here = counted;
        here();
    }
}

}  // namespace

bool hasBackgroundEnded() {
    for (int tries = 0; tries < 100 && theThreadCount > 0; ++tries) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return theThreadCount == 0;
}

Background::~Background() {
    await();
}

void Background::start(std::function<void()> task, AtEnd atEnd) {
    expect(atEnd);
    runApart(std::move(task));
}

void Background::startIn(Lane& lane, std::function<void()> task, AtEnd atEnd) {
    expect(atEnd);
    {
        const std::lock_guard lock(m_state->mutex);
        lane.m_waiting->push_back(std::move(task));
        if (lane.m_waiting->size() > 1) {
            return;  // its thread goes on to this
        }
    }
    runApart([state = m_state, waiting = lane.m_waiting] {
        std::unique_lock lock(state->mutex);
        while (!waiting->empty()) {
            const std::function<void()> next = waiting->front();
            lock.unlock();
            next();
            lock.lock();
            waiting->pop_front();
        }
    });
}

void Background::expect(AtEnd atEnd) {
    const std::lock_guard lock(m_state->mutex);
    m_state->awaited += atEnd == AtEnd::awaited ? 1 : 0;
}

void Background::post(State& state, std::function<void()> task) {
    const std::lock_guard lock(state.mutex);
    state.arrived.push_back(std::move(task));
}

void Background::end(State& state, AtEnd atEnd, std::function<void()> arrival) {
    {
        const std::lock_guard lock(state.mutex);
        state.arrived.push_back(std::move(arrival));
        state.awaited -= atEnd == AtEnd::awaited ? 1 : 0;
    }
    state.changed.notify_all();
}

bool Background::drain() {
    std::deque<std::function<void()>> arrived;
    {
        const std::lock_guard lock(m_state->mutex);
        arrived.swap(m_state->arrived);
    }
    for (const std::function<void()>& each : arrived) {
        each();
    }
    return !arrived.empty();
}

void Background::await() {
    std::unique_lock lock(m_state->mutex);
    m_state->changed.wait(lock, [this] { return m_state->awaited == 0; });
}

void Background::finish() {
    await();
    drain();
}

}  // namespace shoal
