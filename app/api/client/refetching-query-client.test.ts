import { QueryCache, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { RefetchingQueryClient } from "./refetching-query-client.ts";

const onError = vi.fn();
const queryClient = new RefetchingQueryClient({ queryCache: new QueryCache({ onError }) });
const unsubscribers: (() => void)[] = [];

afterEach(() => {
  for (const unsubscribe of unsubscribers.splice(0)) {
    unsubscribe();
  }
  queryClient.clear();
});

/** Observes a query as a component would. For each fetch, adds a function to `fetches` that resolves it. */
function startObserver(queryKey: readonly string[]) {
  const fetches: ((data: string) => void)[] = [];
  const observer = new QueryObserver(queryClient, {
    queryKey,
    queryFn: () => new Promise<string>((resolve) => fetches.push(resolve)),
    staleTime: Number.POSITIVE_INFINITY,
  });
  unsubscribers.push(observer.subscribe(() => {}));
  return { fetches, observer };
}

test("restarts the first fetch when the query is invalidated", async () => {
  const { fetches, observer } = startObserver(["log"]);
  const invalidated = queryClient.invalidateQueries({ queryKey: ["log"] });
  await vi.waitFor(() => expect(fetches).toHaveLength(2));
  fetches[0]?.("before");
  expect(observer.getCurrentResult()).toMatchObject({ data: undefined, isFetching: true });
  fetches[1]?.("after");
  await invalidated;
  expect(observer.getCurrentResult()).toMatchObject({ data: "after", isFetching: false });
  expect(onError).not.toHaveBeenCalled();
});

test("keeps existing data while refetching", async () => {
  const { fetches, observer } = startObserver(["log"]);
  fetches[0]?.("before");
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe("before"));
  const invalidated = queryClient.invalidateQueries({ queryKey: ["log"] });
  await vi.waitFor(() => expect(fetches).toHaveLength(2));
  expect(observer.getCurrentResult().data).toBe("before");
  fetches[1]?.("after");
  await invalidated;
  expect(observer.getCurrentResult().data).toBe("after");
});

test("keeps the first fetch if another query is invalidated or refetchType is none", async () => {
  const log = startObserver(["log"]);
  const list = startObserver(["list"]);
  await queryClient.invalidateQueries({ queryKey: ["log"], refetchType: "none" });
  void queryClient.invalidateQueries({ queryKey: ["nothing"] });
  log.fetches[0]?.("log");
  list.fetches[0]?.("list");
  await vi.waitFor(() => expect(log.observer.getCurrentResult().data).toBe("log"));
  await vi.waitFor(() => expect(list.observer.getCurrentResult().data).toBe("list"));
  expect([log, list].map(({ fetches }) => fetches.length)).toEqual([1, 1]);
});
