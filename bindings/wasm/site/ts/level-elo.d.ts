// What `search/data/levels.toml` says; `build-site` takes it from there.

/** The measured Elo numbers of the levels below full strength, in the games in which they were measured. */
export const levelElo: Record<'capablanca' | 'chess', readonly number[]>;
