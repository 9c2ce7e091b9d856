import fc from "fast-check";
import { expect, test } from "vitest";
import { ProviderError } from "#server/payments/provider-error.ts";
import { chunk, paginate } from "./paginate.ts";

type Page = { items: string[]; cursor?: string };

/** Reads all pages of a list. `read` receives the cursor and the index of the request. */
async function readAll(read: (cursor: string | undefined, request: number) => Page) {
  const cursors: (string | undefined)[] = [];
  const items: string[] = [];
  const pages = paginate(async (cursor) => {
    cursors.push(cursor);
    return read(cursor, cursors.length - 1);
  });
  for await (const page of pages) {
    items.push(...page.items);
  }
  return { cursors, items };
}

test("reads pages until one has no cursor, and continues after empty pages", async () => {
  const pages: Page[] = [{ items: ["a"], cursor: "1" }, { items: [], cursor: "2" }, { items: ["b"] }];
  const { cursors, items } = await readAll((_, request) => pages[request] ?? { items: [] });
  expect(items).toEqual(["a", "b"]);
  expect(cursors).toEqual([undefined, "1", "2"]);
});

test("treats an empty cursor as the end of the list", async () => {
  expect((await readAll(() => ({ items: ["a"], cursor: "" }))).items).toEqual(["a"]);
});

test.each([
  ["the same cursor each time", () => "1"],
  ["a cycle of cursors", (request: number) => String(request % 3)],
])("throws an error for %s instead of reading forever", async (_, cursor) => {
  await expect(readAll((__, request) => ({ items: [], cursor: cursor(request) }))).rejects.toMatchObject({
    kind: "repeated-page",
  });
});

test("throws an error for a list that never ends", async () => {
  await expect(readAll((_, request) => ({ items: [], cursor: String(request) }))).rejects.toMatchObject({
    kind: "repeated-page",
  });
});

test("restarts the list when a cursor expires, which may repeat items", async () => {
  const { cursors, items } = await readAll((cursor, request) => {
    if (cursor && request === 1) {
      throw new ProviderError("stale-cursor");
    }
    return cursor ? { items: ["b"] } : { items: ["a"], cursor: "1" };
  });
  expect(items).toEqual(["a", "a", "b"]);
  expect(cursors).toEqual([undefined, "1", undefined, "1"]);
});

test("fails when cursors keep expiring", async () => {
  let requests = 0;
  const readPromise = readAll((cursor) => {
    requests += 1;
    if (cursor) {
      throw new ProviderError("stale-cursor");
    }
    return { items: ["a"], cursor: "1" };
  });
  await expect(readPromise).rejects.toMatchObject({ kind: "stale-cursor" });
  expect(requests).toBe(6);
});

test.each([
  ["a stale cursor on the first page", new ProviderError("stale-cursor")],
  ["another provider error", new ProviderError("unreachable")],
  ["an unexpected error", new TypeError("failed")],
])("rethrows %s", async (_, error) => {
  const readPromise = readAll(() => {
    throw error;
  });
  await expect(readPromise).rejects.toBe(error);
});

test("splits items into chunks that preserve the order and never exceed the size", () => {
  fc.assert(
    fc.property(fc.array(fc.nat()), fc.integer({ min: 1, max: 200 }), (items, size) => {
      const chunks = chunk(items, size);
      expect(chunks.flat()).toEqual(items);
      expect(chunks.every((part) => part.length > 0 && part.length <= size)).toBe(true);
    }),
  );
});
