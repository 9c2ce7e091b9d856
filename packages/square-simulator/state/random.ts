/**
 * State of the random number generator. It is stored so that a restart continues the sequence without
 * repeating ids.
 */
export type RandomSource = { randomState: number };

/** Returns the next number in [0, 1) of a seeded generator (mulberry32). */
export function nextRandom(source: RandomSource): number {
  source.randomState = (source.randomState + 0x6d2b79f5) | 0;
  let mixed = Math.imul(source.randomState ^ (source.randomState >>> 15), 1 | source.randomState);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
}

/** Returns an integer from `from` to `to`, inclusive. */
export function randomInteger(source: RandomSource, from: number, to: number): number {
  return from + Math.floor(nextRandom(source) * (to - from + 1));
}

/** Returns a random element of a non-empty list. */
export function randomChoice<T>(source: RandomSource, choices: readonly [T, ...T[]]): T {
  return choices[randomInteger(source, 0, choices.length - 1)] ?? choices[0];
}
