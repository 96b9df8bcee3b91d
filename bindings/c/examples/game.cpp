// A game that the engine plays against itself, with the wrapper for C++: `game VARIANT PLIES DEPTH`.

#include <campione.hpp>

#include <cstdlib>
#include <iostream>
#include <string>

int main(int count, char **arguments) {
    if (count != 4) {
        std::cerr << "usage: game VARIANT PLIES DEPTH\n";
        return 2;
    }
    try {
        campione::Game game{campione::Variant(arguments[1])};
        CampioneEngineOptions options = CampioneEngineOptions();
        options.hash = 4;
        campione::Engine engine(options);
        CampioneLimits limits = CampioneLimits();
        limits.depth = static_cast<unsigned>(std::atoi(arguments[3]));
        std::uint64_t lines = 0;
        for (int ply = std::atoi(arguments[2]); ply > 0 && game.outcome().winner == CAMPIONE_WINNER_NONE; ply--) {
            CampioneSearchResult result = engine.search(game, limits, [&](const CampioneSearchInfo &) {
                lines++;
                return true;
            });
            game.play(result.best_move, "uci");
        }
        for (const std::string &move : game.moves("san")) std::cout << move << ' ';
        std::cout << '\n' << game.fen() << '\n' << game.legal_moves().size() << " legal moves\n";
        std::cerr << lines << " lines\n";

        // Copies are games of their own, and faults are exceptions.
        campione::Game copy = game;
        copy.undo();
        std::cout << copy.moves().size() << " of " << game.moves().size() << " moves, " << copy.perft(2) << " paths\n";
        try {
            game.play("a1a1");
        } catch (const campione::Error &error) {
            for (const campione::Fault &fault : error.faults) std::cout << fault.code << '\n';
        }
        // What a callback throws comes out of the search.
        try {
            engine.search(game, limits, [](const CampioneSearchInfo &) -> bool { throw std::runtime_error("enough"); });
        } catch (const std::runtime_error &thrown) {
            std::cout << thrown.what() << '\n';
        }
    } catch (const campione::Error &error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
    return 0;
}
