import type { Square } from "square";
import { ProviderError } from "#server/payments/provider-error.ts";
import { paginate } from "#server/payments/square/client/paginate.ts";
import type { SquareRequest } from "#server/payments/square/client/square-request.ts";
import {
  mapPayment,
  mapRefund,
  type PaymentRecord,
  type RefundRecord,
} from "#server/payments/square/mapping/invoice-payments.ts";

/** The largest page of payments and refunds. */
const PAGE_SIZE = 100;
/** Before Square existed. Without a begin time, Square lists only the last year. */
const BEGIN_TIME = "2009-01-01T00:00:00Z";

export type PaymentRecords = ReadonlyMap<string, PaymentRecord>;

/** Reads payments and their refunds with one request each. Omits payments that Square does not find. */
export async function getPayments(call: SquareRequest, ids: readonly string[]): Promise<PaymentRecords> {
  const records = new Map<string, PaymentRecord>();
  for (const paymentId of new Set(ids)) {
    const payment = await getPayment(call, paymentId);
    const record = payment && mapPayment(payment);
    if (!record) {
      continue;
    }
    for (const refundId of record.refundIds) {
      const response = await nullIfNotFound(call((client) => client.refunds.get({ refundId })));
      const refund = response?.refund && mapRefund(response.refund);
      if (refund) {
        record.refunds.push(refund);
      }
    }
    records.set(record.id, record);
  }
  return records;
}

/** Returns null for a payment that Square does not find. */
export async function getPayment(call: SquareRequest, paymentId: string): Promise<Square.Payment | null> {
  const response = await nullIfNotFound(call((client) => client.payments.get({ paymentId })));
  return response?.payment ?? null;
}

/** Lists all payments of a location in pages, with the refunds of `refunds`. */
export async function listPayments(
  call: SquareRequest,
  locationId: string,
  refunds: ReadonlyMap<string, RefundRecord[]>,
): Promise<PaymentRecords> {
  const records = new Map<string, PaymentRecord>();
  const pages = paginate(async (cursor) => {
    const page = await call((client) =>
      client.payments.list({ locationId, beginTime: BEGIN_TIME, sortOrder: "ASC", limit: PAGE_SIZE, cursor }),
    );
    return page.response;
  });
  for await (const { payments = [] } of pages) {
    for (const payment of payments) {
      const record = mapPayment(payment);
      if (record) {
        records.set(record.id, { ...record, refunds: refunds.get(record.id) ?? [] });
      }
    }
  }
  return records;
}

/** Lists all refunds of all locations in pages, by payment. */
export async function listRefunds(call: SquareRequest): Promise<Map<string, RefundRecord[]>> {
  // By id, because a list that starts again repeats its items.
  const refunds = new Map<string, RefundRecord>();
  const pages = paginate(async (cursor) => {
    const page = await call((client) =>
      client.refunds.list({ beginTime: BEGIN_TIME, sortOrder: "ASC", limit: PAGE_SIZE, cursor }),
    );
    return page.response;
  });
  for await (const page of pages) {
    for (const refund of page.refunds ?? []) {
      const record = mapRefund(refund);
      if (record) {
        refunds.set(record.id, record);
      }
    }
  }
  return Map.groupBy(refunds.values(), ({ paymentId }) => paymentId);
}

/** Square also rejects ids of payments from before its Payments API. */
async function nullIfNotFound<Response>(response: Promise<Response>): Promise<Response | null> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof ProviderError && (error.kind === "not-found" || error.kind === "rejected")) {
      return null;
    }
    throw error;
  }
}
