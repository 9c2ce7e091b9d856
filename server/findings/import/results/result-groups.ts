import type * as z from "zod/mini";
import type { CsvColumns } from "#domain/findings/import/import-mapping.ts";
import type { ImportedFinding, ResultTotals } from "#domain/findings/import/imported-finding.ts";
import type { GroupStore } from "./group-store.ts";

/** What a file contains. */
export type ReadResults = {
  /** The name and version of the tool, such as `garak 0.14.0`. Empty if the file does not state it. */
  tool: string;
  /** Null for formats other than CSV. */
  columns: CsvColumns | null;
  /** In batches, in the order of their first results. Can be read once. */
  findings: AsyncIterable<ImportedFinding[]>;
  /** Complete after all findings were read. */
  totals(): ResultTotals;
};

/** Groups and results that are in memory at the same time. */
const BATCH_SIZE = 200;

/** Combines the results of a file into groups, in the order of their first results. */
export class ResultGroups<Group> {
  readonly #store: GroupStore;
  readonly #schema: z.ZodMiniType<Group>;
  #pending: { key: string; create: () => Group; add: (group: Group) => void }[] = [];

  /** `schema` parses the groups that the store returns. They must be JSON values. */
  constructor(store: GroupStore, schema: z.ZodMiniType<Group>) {
    this.#store = store;
    this.#schema = schema;
  }

  /** Adds a result to the group with the key, which `create` creates if it does not exist. */
  async add(key: string, create: () => Group, add: (group: Group) => void): Promise<void> {
    this.#pending.push({ key, create, add });
    if (this.#pending.length >= BATCH_SIZE) {
      await this.#savePending();
    }
  }

  /** The groups in batches. No results can be added after that. */
  async *list(): AsyncGenerator<Group[]> {
    await this.#savePending();
    let position = 0;
    for (;;) {
      const { groups, next } = await this.#store.list(position, BATCH_SIZE);
      if (groups.length === 0) {
        return;
      }
      yield groups.map(({ data }) => this.#schema.parse(JSON.parse(data)));
      position = next;
    }
  }

  async #savePending(): Promise<void> {
    const pending = this.#pending;
    this.#pending = [];
    const stored = await this.#store.find([...new Set(pending.map(({ key }) => key))]);
    const groups = new Map(stored.map(({ key, data }) => [key, this.#schema.parse(JSON.parse(data))]));
    for (const { key, create, add } of pending) {
      const group = groups.get(key) ?? create();
      groups.set(key, group);
      add(group);
    }
    await this.#store.save([...groups].map(([key, group]) => ({ key, data: JSON.stringify(group) })));
  }
}

/** Creates the findings of groups. `createFinding` returns null for a group without one. */
export async function* createFindings<Group>(
  batches: AsyncIterable<Group[]>,
  createFinding: (group: Group) => ImportedFinding | null,
): AsyncGenerator<ImportedFinding[]> {
  for await (const groups of batches) {
    yield groups.map(createFinding).filter((finding) => finding !== null);
  }
}
