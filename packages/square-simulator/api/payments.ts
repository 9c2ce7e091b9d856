import type { Hono } from "hono";
import type { Simulation } from "../simulation.ts";
import { findRecord } from "./http/fields.ts";
import type { OperationCall } from "./http/handle-operation.ts";
import { handleOperation } from "./http/handle-operation.ts";
import { formatListResponse } from "./http/list-response.ts";
import { paginate } from "./http/paginate.ts";

const PAGE_LIMITS = { defaultLimit: 100, maxLimit: 100 };
const YEAR_MS = 365 * 86_400_000;

/** Reads of payments and refunds: list and get. */
export function registerPayments(app: Hono, simulation: Simulation): void {
  const { store } = simulation;

  // Without a location, Square lists only the payments of the main location.
  handleOperation(app, simulation, "ListPayments", (call) => {
    const locationId = call.query.location_id || store.state.merchant.main_location_id;
    const query = { ...call.query, location_id: locationId };
    return listByCreationTime(
      simulation,
      { ...call, query },
      "payments",
      Object.values(store.state.payments),
    );
  });
  handleOperation(app, simulation, "GetPayment", ({ id }) => ({
    payment: findRecord(store.state.payments, id, "Payment"),
  }));
  handleOperation(app, simulation, "ListPaymentRefunds", (call) =>
    listByCreationTime(simulation, call, "refunds", Object.values(store.state.refunds)),
  );
  handleOperation(app, simulation, "GetPaymentRefund", ({ id }) => ({
    refund: findRecord(store.state.refunds, id, "Refund"),
  }));
}

/** Lists records by creation time. The default range is the last year. */
function listByCreationTime<T extends { id: string; created_at: string; location_id: string }>(
  { behavior }: Simulation,
  { query, now }: OperationCall,
  name: string,
  records: T[],
): object {
  const begin = query.begin_time ?? new Date(now.getTime() - YEAR_MS).toISOString();
  const end = query.end_time ?? now.toISOString();
  const items = records.filter((record) => {
    if (query.location_id && record.location_id !== query.location_id) {
      return false;
    }
    return record.created_at >= begin && record.created_at <= end;
  });
  const page = paginate({
    items,
    sortKey: (record) => `${record.created_at}/${record.id}`,
    order: query.sort_order === "ASC" ? "ASC" : "DESC",
    query: [name, query.location_id, query.begin_time, query.end_time, query.sort_order],
    cursor: query.cursor,
    limit: query.limit,
    ...PAGE_LIMITS,
    now,
  });
  return formatListResponse(name, page, behavior);
}
