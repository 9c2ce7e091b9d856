/** Chance that repeats itself: the same seed draws the same storm. */
export type Chance = {
  /** A whole number from `from` to `to`, both included. */
  between: (from: number, to: number) => number;
  /** True in so many of a hundred draws. */
  percent: (share: number) => boolean;
  /** One of them; null when there is none. */
  oneOf: <Item>(items: readonly Item[]) => Item | null;
};

/** A linear congruential generator (Numerical Recipes), of which only the high bits are used. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const draw = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const between = (from: number, to: number) => from + Math.floor(draw() * (to - from + 1));
  return {
    between,
    percent: (share) => draw() * 100 < share,
    oneOf: (items) => items[between(0, items.length - 1)] ?? null,
  };
}
