import { randomUUID } from "node:crypto";
import type { Query } from "#server/database/database.ts";

/** A group of results that become one finding. `data` is JSON. */
export type StoredGroup = { key: string; data: string };

/** Stores the groups of a file, so that the memory of an import does not depend on the number of results. */
export type GroupStore = {
  /** Returns the groups with these keys that exist. */
  find(keys: readonly string[]): Promise<StoredGroup[]>;
  /** Adds new groups at the end, and replaces the data of existing ones. */
  save(groups: readonly StoredGroup[]): Promise<void>;
  /** Returns the next groups, and the position to continue from. Positions start at 0. */
  list(position: number, limit: number): Promise<{ groups: StoredGroup[]; next: number }>;
};

/** Runs `work` with a store in the database. The groups are deleted afterwards, or with the failed transaction. */
export async function withGroupStore<Result>(
  query: Query,
  work: (store: GroupStore) => Promise<Result>,
): Promise<Result> {
  const importId = randomUUID();
  const result = await work(createGroupStore(query, importId));
  await query("delete from endpoints.import_groups where import_id = $1", [importId]);
  return result;
}

function createGroupStore(query: Query, importId: string): GroupStore {
  return {
    async find(keys) {
      return query(
        // The limit forces a lookup per key. The planner has no statistics about rows of the same transaction.
        `select stored.key, stored.data
           from unnest($2::text[]) as wanted (key)
          cross join lateral (select row.key, row.data from endpoints.import_groups as row
                               where row.import_id = $1 and row.key = wanted.key limit 1) as stored`,
        [importId, keys],
      );
    },
    async save(groups) {
      await query(
        `insert into endpoints.import_groups (import_id, key, data)
         select $1, row.key, row.data
           from unnest($2::text[], $3::text[]) with ordinality as row (key, data, position) order by row.position
         on conflict (import_id, key) do update set data = excluded.data`,
        [importId, groups.map(({ key }) => key), groups.map(({ data }) => data)],
      );
    },
    async list(position, limit) {
      const groups = await query(
        `select key, data, position from endpoints.import_groups
          where import_id = $1 and position > $2 order by position limit $3`,
        [importId, position, limit],
      );
      return { groups, next: Number(groups.at(-1)?.position ?? position) };
    },
  };
}
