// Campione for C++11 and newer: handles that free themselves, and exceptions. What each function does is said in campione.h.
#ifndef CAMPIONE_HPP
#define CAMPIONE_HPP

#include "campione.h"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace campione {

// A fault: its code, what it is about, and what is wrong.
struct Fault {
    std::string code, field, text;
    std::size_t line, column;
};

// A status that is not CAMPIONE_STATUS_OK.
class Error : public std::runtime_error {
public:
    CampioneStatus status;
    std::vector<Fault> faults;

    explicit Error(CampioneStatus failed) : std::runtime_error(campione_error_message()), status(failed) {
        for (std::size_t i = 0; i < campione_error_count(); i++)
            faults.push_back({campione_error_code(i), campione_error_field(i), campione_error_text(i), campione_error_line(i),
                              campione_error_column(i)});
    }
};

namespace detail {

inline void check(CampioneStatus status) {
    if (status != CAMPIONE_STATUS_OK) throw Error(status);
}

// A handle of C with the function that frees it.
template <class T, void (*Free)(T *)> struct Freed {
    void operator()(T *handle) const { Free(handle); }
};
template <class T, void (*Free)(T *)> using Handle = std::unique_ptr<T, Freed<T, Free>>;

// What `make` puts into a pointer to a pointer.
template <class H, class F> H made(F make) {
    typename H::pointer handle = nullptr;
    check(make(&handle));
    return H(handle);
}

template <class F> std::string text(F make) { return made<Handle<char, campione_text_free>>(make).get(); }

// Runs a function that may throw, and keeps the exception: none may pass through C.
inline int keep(std::exception_ptr &thrown, const std::function<bool()> &run) {
    try {
        return run() ? 0 : 1;
    } catch (...) {
        thrown = std::current_exception();
        return 1;
    }
}

} // namespace detail

// A set of rules.
class Variant {
    detail::Handle<CampioneVariant, campione_variant_free> handle;

public:
    explicit Variant(CampioneVariant *own) : handle(own) {}
    explicit Variant(const std::string &name)
        : handle(detail::made<decltype(handle)>(
              [&](CampioneVariant **out) { return campione_variant_named(name.data(), name.size(), out); })) {}

    static Variant from_toml(const std::string &toml, const std::string &id = "custom") {
        CampioneVariant *own = nullptr;
        detail::check(campione_variant_from_toml(toml.data(), toml.size(), id.data(), id.size(), &own));
        return Variant(own);
    }

    static std::vector<std::string> ids() {
        std::vector<std::string> all;
        for (std::size_t i = 0; i < campione_variant_count(); i++) all.push_back(campione_variant_id_at(i));
        return all;
    }

    const CampioneVariant *get() const { return handle.get(); }
    std::string id() const { return detail::text([&](char **out) { return campione_variant_id(get(), out); }); }
    std::string start_fen() const { return detail::text([&](char **out) { return campione_variant_start_fen(get(), out); }); }
};

// A move of a divide, and the paths behind it.
struct Part {
    std::string move;
    std::uint64_t nodes;
};

// Stops a search or a count from another thread. It is for one of them.
class Control {
    detail::Handle<CampioneControl, campione_control_free> handle;

public:
    Control() : handle(detail::made<decltype(handle)>(campione_control_new)) {}
    const CampioneControl *get() const { return handle.get(); }
    void stop() const { detail::check(campione_control_stop(get())); }
};

// A game that is played. Copying it copies the game.
class Game {
    using List = detail::Handle<CampioneMoves, campione_moves_free>;
    detail::Handle<CampioneGame, campione_game_free> handle;

    static std::vector<Part> parts(const List &list) {
        std::vector<Part> all;
        for (std::size_t i = 0; i < campione_moves_count(list.get()); i++)
            all.push_back({campione_moves_text(list.get(), i), campione_moves_nodes(list.get(), i)});
        return all;
    }

    static std::vector<std::string> texts(const List &list) {
        std::vector<std::string> all;
        for (Part &part : parts(list)) all.push_back(std::move(part.move));
        return all;
    }

public:
    explicit Game(const Variant &variant, const std::string &fen = "startpos")
        : handle(detail::made<decltype(handle)>(
              [&](CampioneGame **out) { return campione_game_new(variant.get(), fen.data(), fen.size(), out); })) {}
    Game(const Game &other)
        : handle(detail::made<decltype(handle)>([&](CampioneGame **out) { return campione_game_copy(other.get(), out); })) {}
    Game(Game &&) = default;
    Game &operator=(Game other) {
        handle = std::move(other.handle);
        return *this;
    }

    const CampioneGame *get() const { return handle.get(); }

    // In the notation of that name, or in any.
    void play(const std::string &move) { detail::check(campione_game_play(get(), move.data(), move.size(), nullptr, 0)); }
    void play(const std::string &move, const std::string &notation) {
        detail::check(campione_game_play(get(), move.data(), move.size(), notation.data(), notation.size()));
    }
    void undo() { detail::check(campione_game_undo(get())); }

    std::vector<std::string> legal_moves(const std::string &notation = "uci") const {
        return texts(detail::made<List>(
            [&](CampioneMoves **out) { return campione_game_legal_moves(get(), notation.data(), notation.size(), out); }));
    }
    std::vector<std::string> moves(const std::string &notation = "uci") const {
        return texts(detail::made<List>(
            [&](CampioneMoves **out) { return campione_game_moves(get(), notation.data(), notation.size(), out); }));
    }
    std::string write(const std::string &move, const std::string &notation = "san") const {
        return detail::text([&](char **out) {
            return campione_game_write_move(get(), move.data(), move.size(), notation.data(), notation.size(), out);
        });
    }
    std::string fen(const std::string &dialect = "xfen") const {
        return detail::text([&](char **out) { return campione_game_fen(get(), dialect.data(), dialect.size(), out); });
    }
    // `flags` are of CampioneSvg.
    std::string svg(unsigned flags = 0, const std::string &arrows = "") const {
        return detail::text([&](char **out) { return campione_game_svg(get(), flags, arrows.data(), arrows.size(), out); });
    }
    CampioneOutcome outcome() const {
        CampioneOutcome outcome;
        detail::check(campione_game_outcome(get(), &outcome));
        return outcome;
    }
    std::uint64_t perft(unsigned depth, unsigned threads = 0, unsigned hash = 0, const Control *control = nullptr) const {
        std::uint64_t nodes = 0;
        detail::check(campione_game_perft(get(), depth, threads, hash, control ? control->get() : nullptr, &nodes));
        return nodes;
    }
    std::vector<Part> divide(unsigned depth, unsigned threads = 0, unsigned hash = 0) const {
        return parts(detail::made<List>([&](CampioneMoves **out) {
            return campione_game_divide(get(), depth, threads, hash, nullptr, nullptr, 0, out);
        }));
    }
};

// An engine. `search` calls `info` for each line until it returns false; what it throws comes out of `search`.
class Engine {
    detail::Handle<CampioneEngine, campione_engine_free> handle;

public:
    using Info = std::function<bool(const CampioneSearchInfo &)>;

    explicit Engine(const CampioneEngineOptions &options = CampioneEngineOptions())
        : handle(detail::made<decltype(handle)>([&](CampioneEngine **out) { return campione_engine_new(&options, out); })) {}

    void clear() { detail::check(campione_engine_clear(handle.get())); }

    CampioneSearchResult search(const Game &game, const CampioneLimits &limits, const Info &info = nullptr,
                                const Control *control = nullptr) {
        struct Listener {
            const Info &info;
            std::exception_ptr thrown;
        } listener = {info, nullptr};
        CampioneInfoCallback hear = [](const CampioneSearchInfo *line, void *user) {
            Listener &listener = *static_cast<Listener *>(user);
            return detail::keep(listener.thrown, [&] { return listener.info(*line); });
        };
        CampioneSearchResult result;
        CampioneStatus status = campione_engine_search(handle.get(), game.get(), &limits, control ? control->get() : nullptr,
                                                       info ? hear : nullptr, &listener, &result);
        if (listener.thrown) std::rethrow_exception(listener.thrown);
        detail::check(status);
        return result;
    }
};

} // namespace campione

#endif // CAMPIONE_HPP
