import type { Hono } from "hono";
import type { Simulation } from "../simulation.ts";
import type { Call } from "./answer.ts";
import { answer } from "./answer.ts";
import { found } from "./fields.ts";
import { listAnswer } from "./list-answer.ts";
import { pageOf } from "./page-of.ts";

const PAGE_LIMITS = { defaultLimit: 100, maxLimit: 100 };
const YEAR_MS = 365 * 86_400_000;

/** Payments (list, get) and refunds (list). */
export function paymentEndpoints(app: Hono, simulation: Simulation): void {
  const { store } = simulation;

  answer(app, simulation, "ListPayments", (call) =>
    timedList(simulation, call, "payments", Object.values(store.state.payments)),
  );
  answer(app, simulation, "GetPayment", ({ id }) => ({
    payment: found(store.state.payments, id, "Payment"),
  }));
  answer(app, simulation, "ListPaymentRefunds", (call) =>
    timedList(simulation, call, "refunds", Object.values(store.state.refunds)),
  );
}

/** Both lists cover the last year unless other times are asked for. */
function timedList<T extends { id: string; created_at: string; location_id: string }>(
  { behaviour }: Simulation,
  { query, now }: Call,
  name: string,
  records: T[],
): object {
  const begin = query.begin_time ?? new Date(now.getTime() - YEAR_MS).toISOString();
  const end = query.end_time ?? now.toISOString();
  const items = records.filter((record) => {
    if (query.location_id && record.location_id !== query.location_id) return false;
    return record.created_at >= begin && record.created_at <= end;
  });
  const page = pageOf({
    items,
    keyOf: (record) => `${record.created_at}/${record.id}`,
    order: query.sort_order === "ASC" ? "ASC" : "DESC",
    query: [name, query.location_id, query.begin_time, query.end_time, query.sort_order],
    cursor: query.cursor,
    limit: query.limit,
    ...PAGE_LIMITS,
    now,
  });
  return listAnswer(name, page, behaviour);
}
