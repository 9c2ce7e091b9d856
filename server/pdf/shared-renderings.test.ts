import { beforeEach, expect, test } from "vitest";
import { SharedRenderings } from "#server/pdf/shared-renderings.ts";

const PDF = new Uint8Array([1]);
const OPEN = new AbortController().signal;
let renderings: SharedRenderings;
/** The renderings that started, in order. */
let started: { key: string; signal: AbortSignal; finish(): void; fail(error: Error): void }[];

beforeEach(() => {
  renderings = new SharedRenderings(2);
  started = [];
});

function get(key: string, signal: AbortSignal = OPEN): Promise<Uint8Array> {
  return renderings.get(key, signal, (own) => {
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
    started.push({ key, signal: own, finish: () => resolve(PDF), fail: reject });
    own.addEventListener("abort", () => reject(new Error("stopped")));
    return promise;
  });
}

async function finish(key: string): Promise<void> {
  const pdf = get(key);
  started.at(-1)?.finish();
  await pdf;
}

test("renders a PDF once for concurrent and later requests", async () => {
  const pdfs = [get("a"), get("a")];
  started[0]?.finish();
  expect(await Promise.all([...pdfs, get("a")])).toEqual([PDF, PDF, PDF]);
  expect(started).toHaveLength(1);
});

test("caches the most recently used PDFs", async () => {
  await finish("a");
  await finish("b");
  await get("a");
  await finish("c");
  await get("a");
  expect(started.map(({ key }) => key)).toEqual(["a", "b", "c"]);
  await finish("b");
  expect(started.map(({ key }) => key)).toEqual(["a", "b", "c", "b"]);
});

test("does not cache an error", async () => {
  const pdf = get("a");
  started[0]?.fail(new Error("failed"));
  await expect(pdf).rejects.toThrow("failed");
  await finish("a");
  expect(started).toHaveLength(2);
});

test("continues for the other requests when one is aborted, and stops when all are", async () => {
  const [first, second] = [new AbortController(), new AbortController()];
  const pdfs = [get("a", first.signal), get("a", second.signal)];
  first.abort("closed");
  await expect(pdfs[0]).rejects.toMatchObject({ status: 400, code: "aborted" });
  expect(started[0]?.signal.aborted).toBe(false);
  second.abort("closed");
  await expect(pdfs[1]).rejects.toMatchObject({ status: 400, code: "aborted" });
  expect(started[0]?.signal.aborted).toBe(true);
  await finish("a");
  expect(started).toHaveLength(2);
});

test("rejects a request that is aborted already", async () => {
  await expect(get("a", AbortSignal.abort("closed"))).rejects.toMatchObject({ code: "aborted" });
});
