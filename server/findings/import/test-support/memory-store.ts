import type { GroupStore } from "#server/findings/import/results/group-store.ts";

/** A store in memory, in the order of insertion. */
export function createMemoryStore(): GroupStore {
  const groups = new Map<string, string>();
  return {
    find: async (keys) =>
      keys.flatMap((key) => {
        const data = groups.get(key);
        return data === undefined ? [] : [{ key, data }];
      }),
    save: async (saved) => {
      for (const { key, data } of saved) {
        groups.set(key, data);
      }
    },
    list: async (position, limit) => {
      const page = [...groups].slice(position, position + limit);
      return { groups: page.map(([key, data]) => ({ key, data })), next: position + page.length };
    },
    clear: () => groups.clear(),
  };
}
