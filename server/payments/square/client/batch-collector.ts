import type { SquareRequest } from "#server/payments/square/client/square-request.ts";

/** Long enough to combine the requests of events that arrive together, and too short to notice. */
const COLLECT_MS = 5;

/** Reads objects by id. Omits those that do not exist at Square. */
export type BatchRead<Value> = (
  call: SquareRequest,
  ids: readonly string[],
) => Promise<ReadonlyMap<string, Value>>;

/** Combines reads that start within a few milliseconds into one read, which is sent with the first caller's token. */
export function createBatchCollector<Value>(read: BatchRead<Value>): BatchRead<Value> {
  let collectingBatch: { ids: Set<string>; result: Promise<ReadonlyMap<string, Value>> } | null = null;
  return (call, ids) => {
    if (ids.length === 0) {
      return Promise.resolve(new Map());
    }
    if (!collectingBatch) {
      const batchIds = new Set<string>();
      const result = new Promise<void>((resolve) => setTimeout(resolve, COLLECT_MS)).then(() => {
        collectingBatch = null;
        return read(call, [...batchIds]);
      });
      collectingBatch = { ids: batchIds, result };
    }
    for (const id of ids) {
      collectingBatch.ids.add(id);
    }
    return collectingBatch.result;
  };
}
