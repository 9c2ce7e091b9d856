import { type BatchRead, createBatchCollector } from "#server/payments/square/client/batch-collector.ts";
import { fetchCustomers, getOrders } from "#server/payments/square/client/batch-reads.ts";
import {
  createRateLimitGate,
  type RateLimitDelays,
  type RateLimitGate,
} from "#server/payments/square/client/rate-limit-gate.ts";
import type * as Square from "#server/payments/square/objects/square-objects.ts";

/** State that all jobs in this process share when they read the same merchant's account. */
export type SharedReads = {
  gate: RateLimitGate;
  getOrders: BatchRead<Square.Order>;
  fetchCustomers: BatchRead<Square.Customer>;
};

/** Returns a function that creates the shared state of a merchant on first use. */
export function createSharedReads(delays: RateLimitDelays | undefined): (merchantId: string) => SharedReads {
  const byMerchant = new Map<string, SharedReads>();
  return (merchantId) => {
    const existing = byMerchant.get(merchantId);
    if (existing) {
      return existing;
    }
    const created: SharedReads = {
      gate: createRateLimitGate(delays),
      getOrders: createBatchCollector(getOrders),
      fetchCustomers: createBatchCollector(fetchCustomers),
    };
    byMerchant.set(merchantId, created);
    return created;
  };
}
