import type { Square } from "square";
import type { InvoiceResult } from "#server/payments/payment-provider.ts";
import { type BatchRead, createBatchCollector } from "#server/payments/square/client/batch-collector.ts";
import { fetchCustomers, getOrders } from "#server/payments/square/client/batch-reads.ts";
import {
  createRateLimitGate,
  type RateLimitDelays,
  type RateLimitGate,
} from "#server/payments/square/client/rate-limit-gate.ts";

/** What all jobs that read one merchant's account in this process have in common. */
export type SharedReads = {
  gate: RateLimitGate;
  getOrders: BatchRead<Square.Order>;
  fetchCustomers: BatchRead<Square.Customer>;
  /** Reads of single invoices that have not finished, by invoice id. */
  invoiceReads: Map<string, Promise<InvoiceResult | null>>;
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
      invoiceReads: new Map(),
    };
    byMerchant.set(merchantId, created);
    return created;
  };
}
