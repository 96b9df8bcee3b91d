-- Random games from LuaJIT, whose `ffi` reads the declarations of the header: `luajit random.lua LIBRARY HEADER VARIANT GAMES`.

local ffi = require("ffi")
local path, header, name, games = arg[1], arg[2], arg[3], tonumber(arg[4])

-- The declarations are those lines that are not of the preprocessor, without the block for C++.
local declarations, depth = {}, 0
for line in io.lines(header) do
  if line:match("^#ifdef __cplusplus") then
    depth = depth + 1
  elseif depth > 0 and line:match("^#endif") then
    depth = depth - 1
  elseif depth == 0 and not line:match("^#") and not line:match("^%s*//") then
    declarations[#declarations + 1] = line
  end
end
ffi.cdef(table.concat(declarations, "\n"))
local campione = ffi.load(path)
local to_nul = ffi.cast("size_t", -1LL)

local function check(status)
  if status ~= campione.CAMPIONE_STATUS_OK then
    error(ffi.string(campione.campione_error_message()), 0)
  end
end

-- Calls with a place for a handle behind the arguments, and lets the garbage collector free it.
local function make(kind, call, ...)
  local place = ffi.new(kind .. " *[1]")
  local arguments = { ... }
  arguments[#arguments + 1] = place
  check(campione[call](unpack(arguments, 1, select("#", ...) + 1)))
  return ffi.gc(place[0], campione["campione_" .. kind:gsub("Campione", ""):lower() .. "_free"])
end

local variant = make("CampioneVariant", "campione_variant_named", name, to_nul)
local start = ffi.new("CampioneGame *[1]")
check(campione.campione_game_new(variant, nil, 0, start))
start = ffi.gc(start[0], campione.campione_game_free)

-- Lehmer's generator: the same games everywhere.
local seed = 2026
local function below(bound)
  seed = seed * 48271 % 2147483647
  return seed % bound
end

local plies, endings = 0, {}
for _ = 1, games do
  local game = make("CampioneGame", "campione_game_copy", start)
  local outcome = ffi.new("CampioneOutcome")
  while true do
    check(campione.campione_game_outcome(game, outcome))
    if outcome.winner ~= campione.CAMPIONE_WINNER_NONE then
      break
    end
    local moves = ffi.new("CampioneMoves *[1]")
    check(campione.campione_game_legal_moves(game, "uci", 3, moves))
    local list = ffi.gc(moves[0], campione.campione_moves_free)
    -- Copied while the list is there: the garbage collector may take it after its last use.
    local move = ffi.string(campione.campione_moves_text(list, below(tonumber(campione.campione_moves_count(list)))))
    check(campione.campione_game_play(game, move, #move, "uci", 3))
    plies = plies + 1
  end
  local reason = ffi.string(outcome.reason)
  endings[reason] = (endings[reason] or 0) + 1
end

local reasons = {}
for reason, count in pairs(endings) do
  reasons[#reasons + 1] = reason .. " " .. count
end
table.sort(reasons)
print(games .. " games, " .. plies .. " plies: " .. table.concat(reasons, ", "))
local ok, message = pcall(make, "CampioneVariant", "campione_variant_named", "gothik", to_nul)
print(ok, message)
