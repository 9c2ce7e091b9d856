import type { Hono } from "hono";
import type { Simulation } from "../simulation.ts";
import { findRecord } from "./http/fields.ts";
import type { OperationCall } from "./http/handle-operation.ts";
import { handleOperation } from "./http/handle-operation.ts";
import { formatListResponse } from "./http/list-response.ts";
import { paginate } from "./http/paginate.ts";
import { type SortedList, sortByKey, sortOncePerRevision } from "./http/sorted-list.ts";

const PAGE_LIMITS = { defaultLimit: 100, maxLimit: 100 };
const YEAR_MS = 365 * 86_400_000;

/** Reads of payments and refunds: list and get. */
export function registerPayments(app: Hono, simulation: Simulation): void {
  const { store } = simulation;
  const sortedPayments = sortOncePerRevision(store, ({ payments }) =>
    sortByKey(Object.values(payments), creationKey),
  );
  const sortedRefunds = sortOncePerRevision(store, ({ refunds }) =>
    sortByKey(Object.values(refunds), creationKey),
  );

  // Without a location, Square lists only the payments of the main location.
  handleOperation(app, simulation, "ListPayments", (call) => {
    const locationId = call.query.location_id || store.state.merchant.main_location_id;
    const query = { ...call.query, location_id: locationId };
    return listByCreationTime(simulation, { ...call, query }, "payments", sortedPayments());
  });
  handleOperation(app, simulation, "GetPayment", ({ id }) => ({
    payment: findRecord(store.state.payments, id, "Payment"),
  }));
  handleOperation(app, simulation, "ListPaymentRefunds", (call) =>
    listByCreationTime(simulation, call, "refunds", sortedRefunds()),
  );
  handleOperation(app, simulation, "GetPaymentRefund", ({ id }) => ({
    refund: findRecord(store.state.refunds, id, "Refund"),
  }));
}

type CreatedRecord = { id: string; created_at: string; location_id: string };

function creationKey({ created_at, id }: CreatedRecord): string {
  return `${created_at}/${id}`;
}

/** Lists records by creation time. The default range is the last year. */
function listByCreationTime<T extends CreatedRecord>(
  { behavior }: Simulation,
  { query, now }: OperationCall,
  name: string,
  list: SortedList<T>,
): object {
  const begin = query.begin_time ?? new Date(now.getTime() - YEAR_MS).toISOString();
  const end = query.end_time ?? now.toISOString();
  const page = paginate({
    list,
    matches: ({ location_id, created_at }) =>
      (!query.location_id || location_id === query.location_id) && created_at >= begin && created_at <= end,
    order: query.sort_order === "ASC" ? "ASC" : "DESC",
    query: [name, query.location_id, query.begin_time, query.end_time, query.sort_order],
    cursor: query.cursor,
    limit: query.limit,
    ...PAGE_LIMITS,
    now,
  });
  return formatListResponse(name, page, behavior);
}
