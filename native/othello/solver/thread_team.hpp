// The team of threads of one search (young brothers wait concept). A thread that has searched the first move of a position offers the
// others to idle threads. While it waits for its helpers it helps them below that position. One move above the window ends them all.
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <vector>

#include "othello/board.hpp"
#include "othello/solver/move_list.hpp"
#include "othello/solver/selectivity.hpp"

namespace kibitz::othello::solver {

// A position whose moves several threads search. It lives on its owner's stack; the owner leaves only after all helpers.
struct SplitPoint {
    SplitPoint* parent;
    MoveList& list;
    std::size_t next;
    int empties;
    unsigned parity;
    Certainty certainty;
    int alpha;
    int beta;
    int best;
    int best_square;
    int helpers = 0;
    std::atomic<bool> cut = false;

    bool is_below(const SplitPoint& other) const {
        for (const SplitPoint* point = parent; point != nullptr; point = point->parent) {
            if (point == &other) return true;
        }
        return false;
    }
};

struct Task {
    Move move;
    int floor;  // the best score known when the move was handed out
};

class ThreadTeam {
public:
    // Ends the search: every thread returns soon.
    void stop() { stop_.store(true, std::memory_order_relaxed); }
    bool stopped() const { return stop_.load(std::memory_order_relaxed); }

    bool has_idle() const { return idle_.load(std::memory_order_relaxed) > 0; }

    // A helper's life: help(split) is called until dismiss().
    template <typename Help>
    void serve(Help help) {
        std::unique_lock lock(mutex_);
        ++idle_;
        while (!dismissed_) {
            SplitPoint* point = biggest_open(nullptr);
            if (point == nullptr) {
                changed_.wait(lock);
                continue;
            }
            --idle_;
            join(*point, lock, help);
            ++idle_;
        }
        --idle_;
    }

    void dismiss() {
        const std::lock_guard lock(mutex_);
        dismissed_ = true;
        changed_.notify_all();
    }

    void open(SplitPoint& point) {
        const std::lock_guard lock(mutex_);
        open_.push_back(&point);
        changed_.notify_all();
    }

    // Returns once all helpers have left; help(split) is called for split points of theirs meanwhile.
    template <typename Help>
    void close(SplitPoint& point, Help help) {
        std::unique_lock lock(mutex_);
        while (point.helpers > 0) {
            SplitPoint* below = biggest_open(&point);
            if (below != nullptr) {
                join(*below, lock, help);
            } else {
                changed_.wait(lock);
            }
        }
        std::erase(open_, &point);
    }

    // False if nothing is left to do there.
    bool take(SplitPoint& point, Task& task) {
        const std::lock_guard lock(mutex_);
        if (!is_open(point)) return false;
        task = {point.list.pick(point.next++), std::max(point.alpha, point.best)};
        return true;
    }

    void report(SplitPoint& point, int square, int score) {
        const std::lock_guard lock(mutex_);
        if (score <= point.best) return;
        point.best = score;
        point.best_square = square;
        if (score >= point.beta) point.cut.store(true, std::memory_order_relaxed);
    }

private:
    bool is_open(const SplitPoint& point) const {
        return !point.cut.load(std::memory_order_relaxed) && point.next < point.list.size() && !stopped();
    }

    // The one with the most empty squares, as its moves take longest; only those below `above` if it is given.
    SplitPoint* biggest_open(const SplitPoint* above) const {
        SplitPoint* biggest = nullptr;
        for (SplitPoint* point : open_) {
            if (!is_open(*point) || (above != nullptr && !point->is_below(*above))) continue;
            if (biggest == nullptr || point->empties > biggest->empties) biggest = point;
        }
        return biggest;
    }

    template <typename Help>
    void join(SplitPoint& point, std::unique_lock<std::mutex>& lock, Help& help) {
        ++point.helpers;
        lock.unlock();
        help(point);
        lock.lock();
        if (--point.helpers == 0) changed_.notify_all();
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<SplitPoint*> open_;
    bool dismissed_ = false;
    std::atomic<int> idle_ = 0;
    std::atomic<bool> stop_ = false;
};

}  // namespace kibitz::othello::solver
