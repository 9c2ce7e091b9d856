import { recordSquareAuditEntries } from "#server/database/audit-log.ts";
import type { Query } from "#server/database/database.ts";
import { queueFirmEmail } from "#server/email/firm-email.ts";
import { squareConnectionLost, squareRenewalFailed } from "#server/email/messages/square-alert.ts";
import {
  type Connection,
  endConnection,
  recordRenewalFailure,
} from "#server/payments/connection/connection-store.ts";
import type { PaymentContext } from "#server/payments/payment-context.ts";

type AlertContext = Pick<PaymentContext, "jobs" | "now" | "config">;

/** Ends a connection that was lost unexpectedly, records this in the audit log and emails an alert. */
export async function endConnectionWithAlert(
  query: Query,
  { jobs, now, config }: AlertContext,
  connection: Connection,
  message: string,
): Promise<void> {
  await endConnection(query, connection.id, now(), message);
  await recordSquareAuditEntries(query, [
    {
      action: "disconnect",
      table: "provider_connections",
      rowId: connection.id,
      after: { merchant_id: connection.merchant_id, reason: message },
    },
  ]);
  await queueFirmEmail({ config, jobs }, query, {
    deduplicationKey: `square-lost:${connection.id}:${connection.connected_at.toISOString()}`,
    kind: "square-alarm",
    ...squareConnectionLost(getMerchantLabel(connection), message, config.publicUrl),
  });
}

/** Records a failed token renewal for the dashboard and emails an alert, at most once per day. */
export async function alertRenewalFailure(
  query: Query,
  { jobs, now, config }: AlertContext,
  connection: Connection,
  message: string,
): Promise<void> {
  await recordRenewalFailure(query, connection.id, now(), message);
  await queueFirmEmail({ config, jobs }, query, {
    deduplicationKey: `square-renewal:${connection.id}:${now().toISOString().slice(0, 10)}`,
    kind: "square-alarm",
    ...squareRenewalFailed(getMerchantLabel(connection), message, connection.expires_at, config.publicUrl),
  });
}

function getMerchantLabel({ merchant_name, merchant_id }: Connection): string {
  return merchant_name || merchant_id;
}
