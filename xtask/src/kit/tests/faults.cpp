// A generator with a planted fault, for the test of docs/kit/check_kit.cpp. Arguments: its folder, a kit, the fault; or
// `program` and the arguments of the checker.

#define main checker
#include "check_kit.cpp"
#undef main

int main(int count, char** words) {
    if (count > 1 && Text(words[1]) == "program") return checker(count - 1, words + 1);
    const Text kit = words[2], fault = words[3];
    const auto line_of = [&](const Text& variant, const Text& fen) {
        std::ifstream file(kit);
        for (Text text; std::getline(file, text);) {
            Reader reader{text};
            reader.value("");
            if (reader.line.count("fen") && reader.line["fen"][0] == fen && reader.line["variant"][0] == variant) {
                return reader.line;
            }
        }
        throw std::out_of_range(fen);
    };
    Generator generator;
    generator.moves = [&](const Text& variant, const Text& fen) -> std::optional<Texts> {
        if (fault == "unknown") return std::nullopt;
        Line line = line_of(variant, fen);
        Texts moves = line["moves"], tags = line["tags"];
        std::reverse(moves.begin(), moves.end());
        if (std::find(tags.begin(), tags.end(), "double-step-barred") == tags.end()) return moves;
        if (fault == "raises") throw std::out_of_range("no such square");
        if (fault == "missing") moves.pop_back();
        if (fault == "superfluous") moves.push_back("b2b4");
        if (fault == "twice") moves.insert(moves.end(), line["moves"].begin(), line["moves"].end());
        return moves;
    };
    generator.refuses = [&](const Text&, const Text&) {
        return fault == "unknown" ? std::nullopt : std::optional(fault != "accepts");
    };
    generator.perft = [&](const Text& variant, const Text& fen, int depth) {
        return std::stoull(line_of(variant, fen)["counts"][depth - 1]) + (fault == "counts" && depth == 2);
    };
    try {
        return check(kit, generator);
    } catch (const KitError& error) {
        std::fprintf(stderr, "not a kit: %s\n", error.what());
        return 1;
    }
}
