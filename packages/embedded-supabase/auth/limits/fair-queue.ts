/** Runs `work` when it is the account's turn. */
export type FairQueue = <Result>(account: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * Runs up to `concurrency` calls at the same time. Accounts with waiting calls take turns: if one account
 * floods the queue, another account waits for only one of those calls.
 */
export function createFairQueue(concurrency: number): FairQueue {
  /** Waiting calls by account. The first account has the next turn. */
  const waiting = new Map<string, Array<() => void>>();
  let running = 0;

  function startNext(): void {
    const [next] = waiting;
    if (!next || running >= concurrency) {
      return;
    }
    const [account, calls] = next;
    const start = calls.shift();
    waiting.delete(account);
    if (calls.length > 0) {
      // Moves the account to the end.
      waiting.set(account, calls);
    }
    running += 1;
    start?.();
  }

  return async (account, work) => {
    await new Promise<void>((start) => {
      const calls = waiting.get(account);
      if (calls) {
        calls.push(start);
      } else {
        waiting.set(account, [start]);
      }
      startNext();
    });
    try {
      return await work();
    } finally {
      running -= 1;
      startNext();
    }
  };
}
