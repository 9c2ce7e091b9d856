import { recordAct } from "#server/audit.ts";
import type { PaymentParts } from "#server/payments/parts.ts";

/** Which events a list shows. Waiting ones have not been dealt with; those among them that were tried have failed. */
export const EVENT_FILTERS = {
  all: "true",
  waiting: "processed_at is null",
  applied: "processed_at is not null and outcome = 'applied'",
  refused: "processed_at is not null and outcome like 'refused:%'",
  ignored: "processed_at is not null and (outcome like 'ignored:%' or outcome = 'unchanged')",
} as const;
export type EventFilter = keyof typeof EVENT_FILTERS;

/** An event as administrators see it: what it was about and what became of it, without what it held. */
export type ListedEvent = {
  id: string;
  type: string;
  /** Square's id of what it is about. */
  subject: string | null;
  receivedAt: Date;
  processedAt: Date | null;
  outcome: string | null;
  attempts: number;
};

/** Events, the newest first, and how many there are in all. */
export function listEvents(
  { database }: Pick<PaymentParts, "database">,
  { show, page, size }: { show: EventFilter; page: number; size: number },
): Promise<{ events: ListedEvent[]; total: number }> {
  return database.bypassingPolicies({ reason: "show the provider's events" }, async (query) => {
    const events = await query<ListedEvent>(
      `select event_id as id, type, body #>> '{data,id}' as subject, received_at as "receivedAt",
              processed_at as "processedAt", outcome, attempts
         from private.webhook_events where ${EVENT_FILTERS[show]}
        order by received_at desc, event_id limit $1 offset $2`,
      [size, (page - 1) * size],
    );
    const [counted] = await query<{ total: number }>(
      `select count(*)::integer as total from private.webhook_events where ${EVENT_FILTERS[show]}`,
    );
    return { events, total: counted?.total ?? 0 };
  });
}

/**
 * Has an event dealt with once more, as if it had just come. Harmless however often: what it points at is read anew.
 * @returns false for an unknown event.
 */
export function replayEvent(
  { database, jobs }: Pick<PaymentParts, "database" | "jobs">,
  eventId: string,
  adminId: string,
): Promise<boolean> {
  return database.bypassingPolicies({ reason: "replay an event", actor: adminId }, async (query) => {
    const [event] = await query<{ type: string }>(
      "update private.webhook_events set processed_at = null where event_id = $1 returning type",
      [eventId],
    );
    if (!event) return false;
    await jobs.add(query, "process-webhook-event", { eventId }, { key: `event:${eventId}` });
    await recordAct(query, {
      actor: adminId,
      action: "replay",
      table: "webhook_events",
      rowId: eventId,
      after: { type: event.type },
    });
    return true;
  });
}
