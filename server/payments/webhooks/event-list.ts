import { type Instant, toInstant } from "#domain/dates/instant.ts";
import { recordAuditEntry } from "#server/database/audit-log.ts";
import type { PaymentContext } from "#server/payments/payment-context.ts";

/** SQL conditions for the event list's filters. `waiting` includes events whose attempts have all failed so far. */
export const EVENT_FILTERS = {
  all: "true",
  waiting: "processed_at is null",
  applied: "processed_at is not null and outcome = 'applied'",
  rejected: "processed_at is not null and outcome like 'rejected:%'",
  ignored: "processed_at is not null and (outcome like 'ignored:%' or outcome = 'unchanged')",
} as const;
export type EventFilter = keyof typeof EVENT_FILTERS;

/** An event as shown to administrators, without its payload. */
type EventListItem = {
  id: string;
  type: string;
  /** Square's id for the affected object. */
  subject: string | null;
  receivedAt: Instant;
  processedAt: Instant | null;
  outcome: string | null;
  attempts: number;
};

/** Lists events, newest first, with the total count. */
export async function listEvents(
  { database, provider }: PaymentContext,
  { show, page, size }: { show: EventFilter; page: number; size: number },
): Promise<{ events: EventListItem[]; total: number }> {
  if (!provider) {
    return { events: [], total: 0 };
  }
  return database.bypassPolicies({ reason: "show the provider's events" }, async (query) => {
    const rows = await query(
      `select event_id as id, type, body #>> '{data,id}' as subject, received_at as "receivedAt",
              processed_at as "processedAt", outcome, attempts
         from private.webhook_events where ${EVENT_FILTERS[show]}
        order by received_at desc, event_id limit $1 offset $2`,
      [size, (page - 1) * size],
    );
    const [count] = await query(
      `select count(*)::integer as total from private.webhook_events where ${EVENT_FILTERS[show]}`,
    );
    const events = rows.map((row) => ({
      ...row,
      receivedAt: toInstant(row.receivedAt),
      processedAt: toInstant(row.processedAt),
    }));
    return { events, total: count?.total ?? 0 };
  });
}

/**
 * Queues an event to be processed again, even if its change is already stored.
 * @returns false if the event is unknown
 */
export async function replayEvent(
  { database, jobs, provider }: PaymentContext,
  eventId: string,
  adminId: string,
): Promise<boolean> {
  if (!provider) {
    return false;
  }
  return database.bypassPolicies({ reason: "replay an event", actor: adminId }, async (query) => {
    const [event] = await query(
      "update private.webhook_events set processed_at = null where event_id = $1 returning type",
      [eventId],
    );
    if (!event) {
      return false;
    }
    await jobs.add(query, "process-webhook-event", { eventId, isReplay: true }, { key: `event:${eventId}` });
    await recordAuditEntry(query, {
      actor: adminId,
      action: "replay",
      table: "webhook_events",
      rowId: eventId,
      after: { type: event.type },
    });
    return true;
  });
}
