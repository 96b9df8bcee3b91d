// Checks a move generator against a conformance kit (docs/reference/kit.md). Needs only C++17.
//
//     c++ -std=c++17 -O1 -o check_kit check_kit.cpp
//     ./check_kit sample.jsonl './mygen {variant} {fen}'      # a program that prints a divide of depth 1
//
// For a generator in C++, compile with -DCHECK_KIT_LIBRARY and call check(path, {moves, refuses, perft}).

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>
using Text = std::string;
using Texts = std::vector<Text>;
using Line = std::map<Text, Texts>;  // The texts and numbers of each key; `fens.shredder` is a key of the object `fens`.

struct KitError : std::runtime_error { using std::runtime_error::runtime_error; };

// Reads a line of JSON. Of the escapes only those of one character are read; a kit has no others where it matters.
struct Reader {
    const Text& from;
    Line line = {};
    size_t at = 0;
    char peek() {
        at = std::min(from.find_first_not_of(" \t\r", at), from.size());
        return at < from.size() ? from[at] : throw KitError("it ends too early");
    }
    bool take(char c) { return peek() == c && ++at; }
    void expect(char c) { take(c) ? void() : throw KitError(Text("no ") + c + " at column " + std::to_string(at + 1)); }
    Text string() {
        Text text;
        for (expect('"'); at < from.size() && from[at] != '"'; ++at) {
            if (from[at] == '\\' && ++at == from.size()) break;
            text += from[at];
        }
        expect('"');
        return text;
    }
    void value(const Text& path) {
        if (peek() == '"') {
            line[path].push_back(string());
        } else if (take('[')) {
            for (line[path]; !take(']'); take(',')) value(path);
        } else if (take('{')) {
            for (; !take('}'); take(',')) {
                const Text key = string();
                expect(':'), value(path.empty() ? key : path + "." + key);
            }
        } else {
            size_t end = std::min(from.find_first_of(",]}", at), from.size());
            if (end == at) throw KitError("no value at column " + std::to_string(at + 1));
            line[path].push_back(from.substr(at, end - at));
            at = end;
        }
    }
};

// A move generator. An exception in a legal position is one of its faults.
struct Generator {
    // The legal moves in UCI's notation, in any order; nothing if the variant is not played.
    std::function<std::optional<Texts>(const Text& variant, const Text& fen)> moves;
    // Whether a position is refused, without an exception; nothing if the variant is not played. May be missing.
    std::function<std::optional<bool>(const Text& variant, const Text& fen)> refuses = {};
    // The count; asked from depth 2 on, while the kit's count is at most `nodes`. May be missing.
    std::function<unsigned long long(const Text& variant, const Text& fen, int depth)> perft = {};
    unsigned long long nodes = 2000;
    Text dialect = "xfen";  // Of the FENs, where the kit has another text for it.
    size_t show = 20;       // How many failures are printed at most.
};

Text joined(const Texts& texts, const char* between) {
    Text all;
    for (const Text& text : texts) all += (all.empty() ? "" : between) + text;
    return all;
}

// The sorted texts of `all` that are not in `others`, each as often as it is there more.
Texts without(Texts all, Texts others) {
    Texts left;
    std::sort(all.begin(), all.end());
    std::sort(others.begin(), others.end());
    std::set_difference(all.begin(), all.end(), others.begin(), others.end(), std::back_inserter(left));
    return left;
}

// What is wrong in a legal position; nothing if the variant is not played.
std::optional<Texts> faults_of(const Line& line, const Text& fen, const Generator& generator) try {
    const Text& variant = line.at("variant").at(0);
    const auto found = generator.moves(variant, fen);
    if (!found) return std::nullopt;
    Texts missing = without(line.at("moves"), *found), superfluous = without(*found, line.at("moves")), faults;
    if (!missing.empty()) faults = {"missing: " + joined(missing, " ")};
    if (!superfluous.empty()) faults.push_back("superfluous: " + joined(superfluous, " "));
    const Texts counts = generator.perft ? line.at("counts") : Texts{};
    for (size_t depth = 2; faults.empty() && depth <= counts.size(); ++depth) {
        const Text& known = counts[depth - 1];
        if (std::stoull(known) > generator.nodes) break;
        const Text count = std::to_string(generator.perft(variant, fen, static_cast<int>(depth)));
        if (count != known) faults = {"depth " + std::to_string(depth) + ": " + count + " nodes, not " + known};
    }
    return faults;
} catch (const std::exception& error) {
    return Texts{Text("error: ") + error.what()};
}

// Prints what differs from a kit. Returns 0 if nothing does, otherwise 1. Throws a KitError.
int check(const Text& path, const Generator& generator) {
    enum { positions, wrong, skipped, illegal, accepted };
    std::vector<std::pair<Text, std::vector<int>>> table;
    std::vector<int> all(5);
    Texts failures;
    std::optional<Texts> common;
    size_t number = 0;
    std::ifstream file(path);
    for (Text text; std::getline(file, text) && ++number;) try {
        Reader reader{text};
        reader.value("");
        Line& line = reader.line;
        const Text type = line.at("type").at(0);
        if ((number == 1) != (type == "kit")) throw KitError("a kit has one header, its first line");
        if (number == 1 && line.at("version").at(0) != "1") throw KitError("this checker reads version 1 of the format");
        if (type != "position" && type != "illegal") continue;
        const Text variant = line.at("variant").at(0);
        if (table.empty() || table.back().first != variant) table.push_back({variant, std::vector<int>(5)});
        auto count = [&](int column) { ++table.back().second[column], ++all[column]; };
        const Text other = "fens." + generator.dialect, fen = line.at(line.count(other) ? other : "fen").at(0);
        std::optional<Texts> faults;
        if (type == "position") {
            count((faults = faults_of(line, fen, generator)) ? positions : skipped);
            if (!faults || faults->empty()) continue;
            count(wrong);
            const Texts& tags = line.at("tags");
            common = common ? without(*common, without(*common, tags)) : without(tags, {});
            faults->push_back("tags: " + joined(tags, ", "));
        } else if (auto refused = generator.refuses ? generator.refuses(variant, fen) : std::nullopt) {
            count(illegal);
            if (*refused) continue;
            count(accepted);
            faults = {"accepted, although it has " + joined(line.at("faults"), ", "), "origin: " + line.at("origin").at(0)};
        }
        if (faults) failures.push_back("\n" + line.at("id").at(0) + ": " + fen + "\n  " + joined(*faults, "\n  ") + "\n");
    } catch (const std::exception& error) {
        throw KitError(path + ":" + std::to_string(number) + ": not a line of a kit: " + error.what());
    }
    if (number == 0) throw KitError(path + ": empty, or not readable");
    std::printf("%-18s%10s%10s%10s%10s%10s\n", "variant", "positions", "wrong", "skipped", "illegal", "accepted");
    table.push_back({"all", all});
    for (auto& [name, r] : table) std::printf("%-18s%10d%10d%10d%10d%10d\n", name.c_str(), r[0], r[1], r[2], r[3], r[4]);
    for (size_t i = 0; i < std::min(failures.size(), generator.show); ++i) std::printf("%s", failures[i].c_str());
    std::printf("\nfailures: %zu\n", failures.size());
    if (common && common->empty()) common = Texts{"none"};
    if (common) std::printf("tags in common of all wrong positions: %s\n", joined(*common, ", ").c_str());
    if (all[positions] == 0) std::printf("no position was checked\n");
    return failures.empty() && all[positions] > 0 ? 0 : 1;
}
#ifndef CHECK_KIT_LIBRARY
// A program that prints lines such as `e2e4: 1`. With status 77 it says that it does not play the variant.
std::pair<int, Texts> run(Text command, const Text& variant, const Text& fen) {
    for (const auto& [name, value] : {std::pair<Text, Text>{"{variant}", variant}, {"{fen}", fen}}) {
        Text quoted = "''";  // For the shell.
        for (char c : value) quoted.insert(quoted.size() - 1, c == '\'' ? "'\\''" : Text(1, c));
        for (size_t at = 0; (at = command.find(name, at)) != Text::npos; at += quoted.size())
            command.replace(at, name.size(), quoted);
    }
    FILE* pipe = popen(command.c_str(), "r");
    if (!pipe) throw KitError("no program can be started");
    Texts moves;
    char line[4096], move[32];
    for (int nodes; std::fgets(line, sizeof line, pipe);)
        if (std::sscanf(line, " %31[a-z0-9,]%*[ :]%d", move, &nodes) == 2 && move[1] <= '9') moves.push_back(move);
    const int status = pclose(pipe);
    return {status % 256 ? 128 : status / 256, moves};  // The exit status is in the upper byte, a signal in the lower one.
}

int main(int count, char** words) try {
    const bool illegal = count > 1 && Text(words[1]) == "--illegal";
    const Texts given(words + 1 + illegal, words + count);
    if (given.size() != 2 && given.size() != 3) throw KitError("usage: check_kit [--illegal] KIT COMMAND [DIALECT]");
    Generator generator;
    generator.moves = [&](const Text& variant, const Text& fen) {
        const auto [status, moves] = run(given[1], variant, fen);
        if (status != 0 && status != 77) throw KitError("the program ends with status " + std::to_string(status));
        return status == 77 ? std::nullopt : std::optional(moves);
    };
    if (illegal) generator.refuses = [&](const Text& variant, const Text& fen) {
        const int status = run(given[1], variant, fen).first;
        return status == 77 ? std::nullopt : std::optional(status != 0);
    };
    generator.dialect = given.size() == 3 ? given[2] : "xfen";
    return check(given[0], generator);
} catch (const std::exception& error) {
    std::fprintf(stderr, "check_kit: %s\n", error.what());
    return 2;
}
#endif
