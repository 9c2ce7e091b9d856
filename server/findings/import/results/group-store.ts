import { type FileHandle, open } from "node:fs/promises";
import type { DiskQuota } from "./disk-quota.ts";

/** A group of results that become one finding. `data` is JSON. */
export type StoredGroup = { key: string; data: string };

/** Stores the groups of a file, so that the memory of an import does not depend on the size of the results. */
export type GroupStore = {
  /** Returns the groups with these keys that exist. */
  find(keys: readonly string[]): Promise<StoredGroup[]>;
  /** Adds new groups at the end, and replaces the data of existing ones. */
  save(groups: readonly StoredGroup[]): Promise<void>;
  /** Returns the next groups, and the position to continue from. Positions start at 0. */
  list(position: number, limit: number): Promise<{ groups: StoredGroup[]; next: number }>;
  /** Removes all groups. */
  clear(): void;
};

/** Where the data of a group is in the file. */
type Slot = { key: string; offset: number; length: number; capacity: number };

/** Lets a group grow by a few characters, such as a digit of its count, without moving. */
const SPARE_BYTES = 64;

/** Runs `work` with a store in a new file. */
export async function withGroupStore<Result>(
  path: string,
  quota: DiskQuota,
  work: (store: GroupStore) => Promise<Result>,
): Promise<Result> {
  const file = await open(path, "wx+", 0o600);
  try {
    return await work(new FileGroupStore(file, quota));
  } finally {
    await file.close();
  }
}

/** Keeps only the keys and the locations of the groups in memory. */
class FileGroupStore implements GroupStore {
  readonly #file: FileHandle;
  readonly #quota: DiskQuota;
  readonly #slots = new Map<string, Slot>();
  /** In the order of the first results. */
  readonly #order: Slot[] = [];
  /** Where the next group is added. */
  #end = 0;
  /** The part of the file that the quota includes. */
  #size = 0;

  constructor(file: FileHandle, quota: DiskQuota) {
    this.#file = file;
    this.#quota = quota;
  }

  find(keys: readonly string[]): Promise<StoredGroup[]> {
    const slots = keys.flatMap((key) => this.#slots.get(key) ?? []);
    return this.#read(slots.toSorted((one, other) => one.offset - other.offset));
  }

  async save(groups: readonly StoredGroup[]): Promise<void> {
    const start = this.#end;
    const appended: Buffer[] = [];
    for (const { key, data } of groups) {
      const bytes = Buffer.from(data);
      const slot = this.#slots.get(key) ?? this.#addSlot(key);
      slot.length = bytes.length;
      if (bytes.length <= slot.capacity) {
        await this.#file.write(bytes, 0, bytes.length, slot.offset);
        continue;
      }
      slot.offset = this.#end;
      slot.capacity = bytes.length + SPARE_BYTES;
      this.#end += slot.capacity;
      appended.push(bytes, Buffer.alloc(SPARE_BYTES));
    }
    if (appended.length > 0) {
      await this.#quota.reserve(Math.max(0, this.#end - this.#size));
      this.#size = Math.max(this.#size, this.#end);
      const bytes = Buffer.concat(appended);
      await this.#file.write(bytes, 0, bytes.length, start);
    }
  }

  async list(position: number, limit: number): Promise<{ groups: StoredGroup[]; next: number }> {
    const slots = this.#order.slice(position, position + limit);
    return { groups: await this.#read(slots), next: position + slots.length };
  }

  clear(): void {
    this.#slots.clear();
    this.#order.length = 0;
    this.#end = 0;
  }

  #addSlot(key: string): Slot {
    const slot = { key, offset: 0, length: 0, capacity: -1 };
    this.#slots.set(key, slot);
    this.#order.push(slot);
    return slot;
  }

  /** Reads adjacent slots with one request. */
  async #read(slots: readonly Slot[]): Promise<StoredGroup[]> {
    const groups: StoredGroup[] = [];
    let start = 0;
    while (start < slots.length) {
      let end = start + 1;
      while (end < slots.length && isAdjacent(slots[end - 1], slots[end])) {
        end += 1;
      }
      groups.push(...(await this.#readAdjacent(slots.slice(start, end))));
      start = end;
    }
    return groups;
  }

  async #readAdjacent(slots: readonly Slot[]): Promise<StoredGroup[]> {
    const offset = slots[0]?.offset ?? 0;
    const bytes = Buffer.alloc(slots.reduce((size, { capacity }) => size + capacity, 0));
    await this.#file.read(bytes, 0, bytes.length, offset);
    return slots.map((slot) => {
      const start = slot.offset - offset;
      return { key: slot.key, data: bytes.toString("utf8", start, start + slot.length) };
    });
  }
}

function isAdjacent(slot: Slot | undefined, next: Slot | undefined): boolean {
  return slot !== undefined && next !== undefined && slot.offset + slot.capacity === next.offset;
}
