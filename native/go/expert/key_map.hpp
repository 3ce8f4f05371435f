// From the key of a pattern to a number: how often it was played, or which row of a table is its own.
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "games/huge_pages.hpp"

namespace kibitz::go {

// Keys have 40 bits, so that a slot of 64 holds key and number. A key that was never put in is taken for another one
// once in a million million pairs.
constexpr int KEY_BITS = 40;
constexpr std::uint64_t KEY_MASK = (std::uint64_t{1} << KEY_BITS) - 1;
constexpr std::uint32_t NO_NUMBER = (1U << (64 - KEY_BITS)) - 1;

class KeyMap {
public:
    explicit KeyMap(std::size_t expected = 1024) { make_room(expected); }

    // The keys numbered in their order. Throws std::invalid_argument if one is there twice or there are too many.
    static KeyMap numbering(std::span<const std::uint64_t> keys) {
        if (keys.size() >= NO_NUMBER) throw std::invalid_argument("there are too many patterns");
        KeyMap map(keys.size());
        for (std::size_t index = 0; index < keys.size(); ++index) {
            if (keys[index] > KEY_MASK || map.find(keys[index]) != NO_NUMBER) throw std::invalid_argument("a pattern's key is wrong");
            map.set(keys[index], static_cast<std::uint32_t>(index));
        }
        return map;
    }

    std::size_t size() const { return size_; }

    void prefetch(std::uint64_t key) const { __builtin_prefetch(&slots_[key & mask_]); }

    // The number of a key, or NO_NUMBER.
    std::uint32_t find(std::uint64_t key) const {
        const std::uint64_t slot = slots_[slot_of(key)];
        return static_cast<std::uint32_t>(slot & NO_NUMBER);
    }

    // Adds one to the number of a key, which begins with 0, and returns it.
    std::uint32_t count(std::uint64_t key) {
        std::uint64_t& slot = slots_[slot_of(key)];
        if (slot == FREE) {
            set(key, 1);
            return 1;
        }
        if ((slot & NO_NUMBER) + 1 < NO_NUMBER) ++slot;
        return static_cast<std::uint32_t>(slot & NO_NUMBER);
    }

    // Calls visit(key, number) for each key, in no order that means anything.
    template <typename Visit>
    void for_each(Visit visit) const {
        for (const std::uint64_t slot : slots_) {
            if (slot != FREE) visit(slot >> (64 - KEY_BITS), static_cast<std::uint32_t>(slot & NO_NUMBER));
        }
    }

private:
    static constexpr std::uint64_t FREE = ~std::uint64_t{0};

    void make_room(std::size_t expected) {
        std::size_t capacity = 1024;
        while (capacity < 2 * expected) capacity *= 2;
        slots_.reserve(capacity);
        prefer_huge_pages(slots_.data(), capacity * sizeof(std::uint64_t));
        slots_.assign(capacity, FREE);
        mask_ = capacity - 1;
    }

    std::size_t slot_of(std::uint64_t key) const {
        std::size_t place = key & mask_;
        while (slots_[place] != FREE && slots_[place] >> (64 - KEY_BITS) != key) place = (place + 1) & mask_;
        return place;
    }

    void set(std::uint64_t key, std::uint32_t number) {
        if (2 * (size_ + 1) > slots_.size()) grow();
        slots_[slot_of(key)] = key << (64 - KEY_BITS) | number;
        ++size_;
    }

    void grow() {
        const std::vector<std::uint64_t> before = std::exchange(slots_, {});
        make_room(before.size());
        for (const std::uint64_t slot : before) {
            if (slot != FREE) slots_[slot_of(slot >> (64 - KEY_BITS))] = slot;
        }
    }

    std::vector<std::uint64_t> slots_;
    std::size_t mask_ = 0;
    std::size_t size_ = 0;
};

}  // namespace kibitz::go
