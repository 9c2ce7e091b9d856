import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMemoryStore } from "#server/findings/import/test-support/memory-store.ts";
import { createTempFolder } from "#tests/support/files/temp-folder.ts";
import { withGroupStore } from "./group-store.ts";

const QUOTA = { reserve: async () => {} };

let folder: Awaited<ReturnType<typeof createTempFolder>>;
let files = 0;
beforeAll(async () => {
  folder = await createTempFolder();
});
afterAll(() => folder.remove());

function newPath(): string {
  files += 1;
  return join(folder.path, String(files));
}

const Group = fc.record({
  key: fc.constantFrom("a", "b", "c", "d", "e", "f"),
  data: fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.integer({ min: 0, max: 300 }).map((size) => "ä".repeat(size)),
  ),
});
const Batch = fc.record({
  groups: fc.uniqueArray(Group, { selector: ({ key }) => key, maxLength: 6 }),
  clearsFirst: fc.boolean(),
});

test("returns what a store in memory returns, also after groups grew, shrank and were cleared", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(Batch, { maxLength: 6 }), fc.integer({ min: 1, max: 4 }), (batches, limit) =>
      withGroupStore(newPath(), QUOTA, async (store) => {
        const memory = createMemoryStore();
        for (const { groups, clearsFirst } of batches) {
          if (clearsFirst) {
            store.clear();
            memory.clear();
          }
          await store.save(groups);
          await memory.save(groups);
          const keys = ["c", "a", "missing"];
          const byKey = (one: { key: string }, other: { key: string }) => one.key.localeCompare(other.key);
          expect((await store.find(keys)).toSorted(byKey)).toEqual((await memory.find(keys)).toSorted(byKey));
        }
        for (let position = 0; position <= 6; ) {
          const page = await store.list(position, limit);
          expect(page).toEqual(await memory.list(position, limit));
          if (page.groups.length === 0) {
            break;
          }
          position = page.next;
        }
      }),
    ),
    { numRuns: 60 },
  );
});

test("reserves disk space only when the file grows", async () => {
  const reserved: number[] = [];
  const quota = { reserve: async (bytes: number) => void reserved.push(bytes) };
  await withGroupStore(newPath(), quota, async (store) => {
    const data = "a".repeat(1000);
    await store.save([{ key: "a", data }]);
    store.clear();
    await store.save([{ key: "b", data }]);
    await store.save([{ key: "c", data }]);
  });
  const [first, second, third] = reserved;
  expect(second).toBe(0);
  expect(third).toBe(first);
});

test("does not open a file that exists", async () => {
  const path = newPath();
  await withGroupStore(path, QUOTA, async () => {});
  await expect(withGroupStore(path, QUOTA, async () => {})).rejects.toMatchObject({ code: "EEXIST" });
});
