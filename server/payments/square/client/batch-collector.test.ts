import { expect, test } from "vitest";
import { ProviderError } from "#server/payments/provider-error.ts";
import { createBatchCollector } from "./batch-collector.ts";
import type { SquareRequest } from "./square-request.ts";

const call: SquareRequest = () => Promise.reject(new Error("not called"));

test("combines reads that start together, but not later ones", async () => {
  const batches: string[][] = [];
  const read = createBatchCollector(async (_, ids) => {
    batches.push([...ids]);
    return new Map(ids.map((id) => [id, id.toUpperCase()]));
  });
  const [first, second] = await Promise.all([read(call, ["a", "b"]), read(call, ["b", "c"]), read(call, [])]);
  expect(first.get("a")).toBe("A");
  expect(second.get("c")).toBe("C");
  await read(call, ["a"]);
  expect(batches).toEqual([["a", "b", "c"], ["a"]]);
});

test("a failed read fails for its callers only", async () => {
  let isFailing = true;
  const read = createBatchCollector(async (_, ids) => {
    if (isFailing) {
      throw new ProviderError("unreachable");
    }
    return new Map(ids.map((id) => [id, id]));
  });
  const results = await Promise.allSettled([read(call, ["a"]), read(call, ["b"])]);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  isFailing = false;
  expect(await read(call, ["a"])).toEqual(new Map([["a", "a"]]));
});
