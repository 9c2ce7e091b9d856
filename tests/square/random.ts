/** Seeded random numbers: the same seed gives the same sequence. */
export type Random = {
  /** Returns an integer from `from` to `to`, inclusive. */
  between: (from: number, to: number) => number;
  /** Returns true with the given probability in percent. */
  chance: (percent: number) => boolean;
  /** Returns a random item, or null for an empty list. */
  pick: <Item>(items: readonly Item[]) => Item | null;
};

/** A linear congruential generator (Numerical Recipes). Uses only the high bits. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const integerBetween = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    between: integerBetween,
    chance: (percent) => next() * 100 < percent,
    pick: (items) => items[integerBetween(0, items.length - 1)] ?? null,
  };
}
