/** Settles like `work`, but not before `milliseconds` have passed, so that busy states don't flicker. */
export async function withMinimumDuration<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const [result] = await Promise.allSettled([
    work,
    new Promise((resolve) => setTimeout(resolve, milliseconds)),
  ]);
  if (result.status === "rejected") {
    throw result.reason;
  }
  return result.value;
}
