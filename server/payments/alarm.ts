import { recordSquareActs } from "#server/audit.ts";
import type { Query } from "#server/database.ts";
import { squareConnectionLost, squareRenewalFailed } from "#server/email/messages/square-alarm.ts";
import { queueMail } from "#server/email/outbox.ts";
import { type Connection, endConnection, noteRenewalFailure } from "#server/payments/connection.ts";
import type { PaymentParts } from "#server/payments/parts.ts";

type Parts = Pick<PaymentParts, "jobs" | "now" | "alarm">;

/** Ends a connection that nobody of the firm has ended: for the dashboard, the audit log, and by mail. */
export async function loseConnection(
  query: Query,
  { jobs, now, alarm }: Parts,
  connection: Connection,
  sentence: string,
): Promise<void> {
  await endConnection(query, connection.id, now(), sentence);
  await recordSquareActs(query, [
    {
      action: "disconnect",
      table: "provider_connections",
      rowId: connection.id,
      after: { merchant_id: connection.merchant_id, reason: sentence },
    },
  ]);
  await queueMail(query, jobs, {
    deduplicationKey: `square-lost:${connection.id}:${connection.connected_at.toISOString()}`,
    kind: "square-alarm",
    recipient: alarm.recipient,
    ...squareConnectionLost(nameOf(connection), sentence, alarm.publicUrl),
  });
}

/** Keeps a renewal's failure for the dashboard and mails it, once a day however often it is tried. */
export async function warnOfRenewal(
  query: Query,
  { jobs, now, alarm }: Parts,
  connection: Connection,
  sentence: string,
): Promise<void> {
  await noteRenewalFailure(query, connection.id, now(), sentence);
  await queueMail(query, jobs, {
    deduplicationKey: `square-renewal:${connection.id}:${now().toISOString().slice(0, 10)}`,
    kind: "square-alarm",
    recipient: alarm.recipient,
    ...squareRenewalFailed(nameOf(connection), sentence, connection.expires_at, alarm.publicUrl),
  });
}

function nameOf({ merchant_name, merchant_id }: Connection): string {
  return merchant_name || merchant_id;
}
