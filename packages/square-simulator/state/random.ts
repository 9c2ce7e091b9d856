/** Holds the state of the generator, so that a restart continues the sequence and repeats no id. */
export type RandomSource = { randomState: number };

/** The next number in [0, 1) of a small repeatable generator (mulberry32). */
export function nextRandom(source: RandomSource): number {
  source.randomState = (source.randomState + 0x6d2b79f5) | 0;
  let mixed = Math.imul(source.randomState ^ (source.randomState >>> 15), 1 | source.randomState);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
}

/** A whole number from `from` to `to`, both included. */
export function randomInteger(source: RandomSource, from: number, to: number): number {
  return from + Math.floor(nextRandom(source) * (to - from + 1));
}

/** One element of a list that is not empty. */
export function randomChoice<T>(source: RandomSource, choices: readonly [T, ...T[]]): T {
  return choices[randomInteger(source, 0, choices.length - 1)] ?? choices[0];
}
