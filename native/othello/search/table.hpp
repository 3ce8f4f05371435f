// What a midgame search remembers: bounds on the values of positions at a depth, and their best moves. The whole board is the
// key, so two positions are never confused. One search at a time.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#include "othello/board.hpp"
#include "othello/evaluation.hpp"

namespace kibitz::othello::search {

struct Remembered {
    std::int16_t lower = -MAX_VALUE;
    std::int16_t upper = MAX_VALUE;
    std::int8_t best = NO_MOVE;
    std::uint8_t depth = 0;
    std::uint8_t is_exact = 0;  // found without ProbCut
    std::uint8_t age = 0;
};

class Table {
public:
    explicit Table(std::size_t bytes) : bucket_count_(std::max<std::size_t>(1, bytes / sizeof(Bucket))) {
        // Fresh pages are zero and cost nothing until they are touched, so a small search in a big table stays cheap.
        buckets_.reset(static_cast<Bucket*>(std::calloc(bucket_count_, sizeof(Bucket))));
        if (!buckets_) throw std::bad_alloc();
    }

    std::size_t bytes() const { return bucket_count_ * sizeof(Bucket); }

    // A new search: what older ones left behind gives way first.
    void grow_older() { ++age_; }

    const Remembered* find(const Board& board) const {
        for (const Entry& entry : bucket_of(board)) {
            if (entry.board == board) return &entry.data;
        }
        return nullptr;
    }

    // The value at `depth` is `value` if it lies inside the window, else on its side of the window. What is known from a greater
    // depth is kept, so that a search that begins anew from depth 1 goes on from it.
    void store(const Board& board, int depth, bool is_exact, int alpha, int beta, int value, int best) {
        Entry& entry = place_for(board);
        Remembered& data = entry.data;
        const bool is_known = entry.board == board;
        if (is_known && data.depth > depth && data.is_exact >= is_exact) {
            data.age = age_;
            return;
        }
        if (!is_known || data.depth != depth || data.is_exact != is_exact) {
            const std::int8_t known_best = is_known ? data.best : NO_MOVE;
            entry = {board, {}};
            data.best = known_best;
            data.depth = static_cast<std::uint8_t>(depth);
            data.is_exact = is_exact;
        }
        if (value > alpha) data.lower = std::max(data.lower, static_cast<std::int16_t>(value));
        if (value < beta) data.upper = std::min(data.upper, static_cast<std::int16_t>(value));
        if (value > alpha || data.best == NO_MOVE) data.best = static_cast<std::int8_t>(best);
        data.age = age_;
    }

private:
    struct Entry {
        Board board;  // a board without discs is a free place
        Remembered data;
    };
    static constexpr std::size_t WAYS = 4;
    using Bucket = std::array<Entry, WAYS>;

    struct Free {
        void operator()(Bucket* buckets) const { std::free(buckets); }
    };

    Entry& place_for(const Board& board) {
        Entry* cheapest = nullptr;
        for (Entry& entry : bucket_of(board)) {
            if (entry.board == board) return entry;
            if (cheapest == nullptr || worth(entry) < worth(*cheapest)) cheapest = &entry;
        }
        return *cheapest;
    }

    int worth(const Entry& entry) const { return entry.data.depth + (entry.data.age == age_ ? 64 : 0); }

    Bucket& bucket_of(const Board& board) const {
        std::uint64_t hash = board.own * 0x9e3779b97f4a7c15ULL;
        hash = (hash ^ (hash >> 32) ^ board.opp) * 0xd6e8feb86659fd93ULL;
        hash ^= hash >> 29;
        hash *= 0xa0761d6478bd642fULL;
        return buckets_.get()[((hash >> 32) * bucket_count_) >> 32];
    }

    std::size_t bucket_count_;
    std::unique_ptr<Bucket, Free> buckets_;
    std::uint8_t age_ = 1;
};

}  // namespace kibitz::othello::search
