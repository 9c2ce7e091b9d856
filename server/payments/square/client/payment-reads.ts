import type { ProviderErrorKind } from "#server/payments/provider-error.ts";
import { paginate } from "#server/payments/square/client/paginate.ts";
import { readJson, readPage } from "#server/payments/square/client/read-json.ts";
import { nullIfNotFound } from "#server/payments/square/client/square-errors.ts";
import type { SquareRequest } from "#server/payments/square/client/square-request.ts";
import {
  mapPayment,
  mapRefund,
  type PaymentRecord,
  type RefundRecord,
} from "#server/payments/square/mapping/invoice-payments.ts";
import { toObject, toObjects } from "#server/payments/square/objects/json-fields.ts";
import { parsePayment, parseRefund } from "#server/payments/square/objects/parse-objects.ts";
import type * as Square from "#server/payments/square/objects/square-objects.ts";

/** Square's maximum page size for payments and refunds. */
const PAGE_SIZE = 100;
/** Ages at which the list of payments is split, because pages of different ranges can be read at the same time. */
const RANGE_AGES_DAYS = [730, 365, 180, 90] as const;
const RANGE_OVERLAP_MS = 1_000;
const MS_PER_DAY = 86_400_000;

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
        readJson(call, { path: `/v2/refunds/${encodeURIComponent(refundId)}` }),
        NOT_FOUND_KINDS,
      ),
    ),
  );
  for (const response of responses) {
    const refund = toObject(response?.refund, (json) => mapRefund(parseRefund(json)));
    if (refund) {
      record.refunds.push(refund);
    }
  }
  return record;
}

/** Returns null if the payment does not exist at Square. */
export async function getPayment(call: SquareRequest, paymentId: string): Promise<Square.Payment | null> {
  const response = await nullIfNotFound(
    readJson(call, { path: `/v2/payments/${encodeURIComponent(paymentId)}` }),
    NOT_FOUND_KINDS,
  );
  return toObject(response?.payment, parsePayment) ?? null;
}

/** Lists a location's payments since `begin`, with their refunds from `refunds`. */
export async function listPayments(
  call: SquareRequest,
  { locationId, refunds, begin, now }: ListPaymentsOptions,
): Promise<PaymentRecords> {
  const records = new Map<string, PaymentRecord>();
  const readRange = async (range: TimeRange) => {
    for await (const { payments } of listPages(call, "/v2/payments", { location_id: locationId, ...range })) {
      for (const payment of toObjects(payments, parsePayment) ?? []) {
        const record = mapPayment(payment);
        if (record) {
          records.set(record.id, { ...record, refunds: refunds.get(record.id) ?? [] });
        }
      }
    }
  };
  await Promise.all(splitTime(begin, now).map(readRange));
  return records;
}

type ListPaymentsOptions = {
  locationId: string;
  refunds: ReadonlyMap<string, RefundRecord[]>;
  begin: Date;
  now: Date;
};
type TimeRange = { begin_time: string; end_time?: string };

/** Splits the time from `begin` to now into ranges that overlap slightly, in case Square excludes their ends. */
function splitTime(begin: Date, now: Date): TimeRange[] {
  const edges = RANGE_AGES_DAYS.map((days) => now.getTime() - days * MS_PER_DAY).filter(
    (edge) => edge > begin.getTime(),
  );
  const begins = [begin, ...edges].map((time) => new Date(time).toISOString());
  const ends = edges.map((edge) => new Date(edge + RANGE_OVERLAP_MS).toISOString());
  return begins.map((begin_time, index) => {
    const end_time = ends[index];
    return end_time === undefined ? { begin_time } : { begin_time, end_time };
  });
}

/** Lists the refunds of all locations since `begin`, grouped by payment id. */
export async function listRefunds(call: SquareRequest, begin: Date): Promise<Map<string, RefundRecord[]>> {
  // Index refunds by id, because a list that restarts repeats its items.
  const refundsById = new Map<string, RefundRecord>();
  for await (const page of listPages(call, "/v2/refunds", { begin_time: begin.toISOString() })) {
    for (const refund of toObjects(page.refunds, parseRefund) ?? []) {
      const record = mapRefund(refund);
      if (record) {
        refundsById.set(record.id, record);
      }
    }
  }
  return Map.groupBy(refundsById.values(), ({ paymentId }) => paymentId);
}

/** The filter must include a begin time. Without one, Square lists only the last year. */
function listPages(
  call: SquareRequest,
  path: string,
  filter: { begin_time: string } & Record<string, string>,
) {
  return paginate((cursor) =>
    readPage(call, {
      path,
      query: { ...filter, sort_order: "ASC", limit: PAGE_SIZE, cursor },
    }),
  );
}
