/** Runs tasks with the same key one after the other, in the order in which they were added. */
export type KeyedQueue = {
  run<Result>(key: string, task: () => Promise<Result>): Promise<Result>;
};

export function createKeyedQueue(): KeyedQueue {
  const lastTasks = new Map<string, Promise<unknown>>();
  return {
    async run(key, task) {
      const previous = lastTasks.get(key);
      const current = previous ? previous.then(task) : task();
      // The next task must also run if this one fails.
      const settled = current.catch(() => {});
      lastTasks.set(key, settled);
      try {
        return await current;
      } finally {
        if (lastTasks.get(key) === settled) {
          lastTasks.delete(key);
        }
      }
    },
  };
}
