/**
 * What the work gives, or throws, but not before so many milliseconds have passed: a state that flashes by is not
 * seen (the specification states how long).
 */
export async function atLeast<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([
    work,
    new Promise((passed) => setTimeout(passed, milliseconds)),
  ]);
  if (outcome.status === "rejected") throw outcome.reason;
  return outcome.value;
}
