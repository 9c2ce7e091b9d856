import type { Square } from "square";
import type { ProviderErrorKind } from "#server/payments/provider-error.ts";
import { paginate } from "#server/payments/square/client/paginate.ts";
import { nullIfNotFound } from "#server/payments/square/client/square-errors.ts";
import type { SquareRequest } from "#server/payments/square/client/square-request.ts";
import {
  mapPayment,
  mapRefund,
  type PaymentRecord,
  type RefundRecord,
} from "#server/payments/square/mapping/invoice-payments.ts";

/** Square's maximum page size for payments and refunds. */
const PAGE_SIZE = 100;
/** A time before Square existed. Without a begin time, Square lists only the last year. */
const BEGIN_TIME = "2009-01-01T00:00:00Z";

/** Includes `rejected`, because Square rejects payment ids from before its Payments API. */
const NOT_FOUND_KINDS: readonly ProviderErrorKind[] = ["not-found", "rejected"];

export type PaymentRecords = ReadonlyMap<string, PaymentRecord>;

/** Reads each payment and each refund with a separate request. Omits payments that do not exist at Square. */
export async function getPayments(call: SquareRequest, ids: readonly string[]): Promise<PaymentRecords> {
  const records = await Promise.all([...new Set(ids)].map((id) => getPaymentWithRefunds(call, id)));
  return new Map(records.flatMap((record) => (record ? [[record.id, record] as const] : [])));
}

async function getPaymentWithRefunds(call: SquareRequest, paymentId: string): Promise<PaymentRecord | null> {
  const payment = await getPayment(call, paymentId);
  const record = payment && mapPayment(payment);
  if (!record) {
    return null;
  }
  const responses = await Promise.all(
    record.refundIds.map((refundId) =>
      nullIfNotFound(
        call((client) => client.refunds.get({ refundId })),
        NOT_FOUND_KINDS,
      ),
    ),
  );
  for (const response of responses) {
    const refund = response?.refund && mapRefund(response.refund);
    if (refund) {
      record.refunds.push(refund);
    }
  }
  return record;
}

/** Returns null if the payment does not exist at Square. */
export async function getPayment(call: SquareRequest, paymentId: string): Promise<Square.Payment | null> {
  const response = await nullIfNotFound(
    call((client) => client.payments.get({ paymentId })),
    NOT_FOUND_KINDS,
  );
  return response?.payment ?? null;
}

/** Lists all payments of a location, with their refunds from `refunds`. */
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

/** Lists all refunds from all locations, grouped by payment id. */
export async function listRefunds(call: SquareRequest): Promise<Map<string, RefundRecord[]>> {
  // Index refunds by id, because a list that restarts repeats its items.
  const refundsById = new Map<string, RefundRecord>();
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
        refundsById.set(record.id, record);
      }
    }
  }
  return Map.groupBy(refundsById.values(), ({ paymentId }) => paymentId);
}
