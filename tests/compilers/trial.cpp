// Rules and solver without Python: what comes out is the same whoever compiles it, for whatever processor. Prints one line: leaves of
// Othello, the score of an endgame and the positions it took, leaves of Go.
#include <cstdint>
#include <cstdio>

#include "go/state.hpp"
#include "othello/board.hpp"
#include "othello/perft.hpp"
#include "othello/solver/evaluation.hpp"
#include "othello/solver/solve.hpp"

namespace {

using kibitz::othello::Board;

constexpr std::uint64_t ALL_SQUARES = ~std::uint64_t{0};
constexpr std::size_t HASH_BYTES = std::size_t{1} << 24;
constexpr char ENDGAME[] = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------";  // position 40 of fforum: 38 for X

Board board_of(const char* discs) {
    Board board{0, 0};
    for (int square = 0; square < 64; ++square) {
        if (discs[square] == 'X') board.own |= std::uint64_t{1} << square;
        if (discs[square] == 'O') board.opp |= std::uint64_t{1} << square;
    }
    return board;
}

std::uint64_t leaves_of_go(const kibitz::go::State& state, int depth) {
    if (depth == 0) return 1;
    std::uint64_t leaves = 0;
    for (int point = 0; point < state.cells().points(); ++point) {
        const kibitz::go::Cell cell = state.cells().of_point(point);
        if (!state.is_legal(cell)) continue;
        kibitz::go::State next = state;
        next.play(cell);
        leaves += leaves_of_go(next, depth - 1);
    }
    return leaves;
}

}  // namespace

int main() {
    namespace othello = kibitz::othello;
    const auto leaves = othello::perft({othello::START_BLACK, othello::START_WHITE}, 8, ALL_SQUARES);
    const Board endgame = board_of(ENDGAME);
    othello::solver::Solver solver(ALL_SQUARES, 20, othello::solver::PlainEvaluation{}, 1, HASH_BYTES);
    const int score = solver.solve(endgame, othello::solver::Mode::EXACT).score;
    const auto positions = solver.positions();
    const auto leaves_go = leaves_of_go(kibitz::go::State(5, {kibitz::go::KoRule::POSITIONAL, false}), 3);
    std::printf("perft %llu score %d positions %llu go %llu\n", static_cast<unsigned long long>(leaves), score,
                static_cast<unsigned long long>(positions), static_cast<unsigned long long>(leaves_go));
}
