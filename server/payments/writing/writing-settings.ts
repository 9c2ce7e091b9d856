import { brand } from "#brand";
import { type CalendarDate, dateInTimeZone } from "#domain/dates/calendar-date.ts";
import type { SquareWritingForm, WritingStatus } from "#domain/square/writing.ts";
import type { Query } from "#server/database/database.ts";
import { ApiError } from "#server/http/errors.ts";
import { listLocations } from "#server/payments/connection/locations.ts";
import type { PaymentContext } from "#server/payments/payment-context.ts";

/** After this time, installments are tried again, because the merchant may have subscribed to Invoices Plus. */
const INSTALLMENTS_RECHECK_MS = 30 * 86_400_000;

export type WritingSettings = {
  status: WritingStatus;
  isEnabled: boolean;
  /** Whether plans can be ended. Accounts that were connected earlier may lack only this permission. */
  planStatus: WritingStatus;
  merchantId: string | null;
  locationId: string | null;
  /** The time zone of due dates. */
  timeZone: string;
  areInstallmentsRejected: boolean;
  excludedLocationIds: string[];
};

/** Reads whether invoices can be created in Square. `query` must come from `bypassPolicies`. */
export async function readWritingSettings(
  query: Query,
  { provider, now }: Pick<PaymentContext, "provider" | "now">,
): Promise<WritingSettings> {
  const [row] = await query(
    `select settings.creates_invoices, settings.location_id, settings.time_zone, connection.merchant_id,
            connection.scopes, connection.installments_rejected_at, connection.excluded_location_ids
       from public.square_settings as settings
       left join private.provider_connections as connection
         on connection.provider = 'square' and connection.revoked_at is null`,
  );
  const granted = row?.scopes ?? [];
  const merchantId = row?.merchant_id ?? null;
  const planScopes = provider?.planScopes ?? [];
  const invoiceScopes = (provider?.writeScopes ?? []).filter((scope) => !planScopes.includes(scope));
  const isEnabled = row?.creates_invoices ?? false;
  const isConnected = provider !== null && merchantId !== null;
  const findStatus = (scopes: readonly string[]) =>
    getStatus({ isEnabled, isConnected, isGranted: scopes.every((scope) => granted.includes(scope)) });
  const rejectedAt = row?.installments_rejected_at?.getTime() ?? null;
  return {
    status: findStatus(invoiceScopes),
    planStatus: findStatus(planScopes),
    isEnabled,
    merchantId,
    locationId: row?.location_id ?? null,
    timeZone: row?.time_zone ?? brand.timeZone,
    areInstallmentsRejected: rejectedAt !== null && now().getTime() - rejectedAt < INSTALLMENTS_RECHECK_MS,
    excludedLocationIds: row?.excluded_location_ids ?? [],
  };
}

function getStatus({
  isEnabled,
  isConnected,
  isGranted,
}: {
  isEnabled: boolean;
  isConnected: boolean;
  isGranted: boolean;
}): WritingStatus {
  if (!isEnabled) {
    return "off";
  }
  if (!isConnected) {
    return "not-connected";
  }
  return isGranted ? "ready" : "reconnect";
}

/** Today's date in the time zone of new invoices. */
export function todayAtLocation({ timeZone }: Pick<WritingSettings, "timeZone">, now: Date): CalendarDate {
  return dateInTimeZone(now, timeZone);
}

/** Reads the settings for an administrator. */
export function getWritingSettings(context: PaymentContext): Promise<WritingSettings> {
  return context.database.bypassPolicies({ reason: "show the writing settings" }, (query) =>
    readWritingSettings(query, context),
  );
}

/**
 * Turns creating invoices on or off, and stores the location of new invoices.
 * @throws {ApiError} 400 if the location cannot send invoices, 502 if Square cannot be reached to check it
 */
export async function saveWritingSettings(
  context: PaymentContext,
  { isEnabled, locationId }: SquareWritingForm,
  adminId: string,
): Promise<void> {
  const locations = locationId === null ? [] : await listLocations(context);
  const location = locations.find(({ id }) => id === locationId);
  if (locationId !== null && !(location?.acceptsInvoices && location.isIncluded)) {
    throw new ApiError(
      400,
      "location_unavailable",
      "Choose an active location that takes card payments and is synced.",
    );
  }
  await context.database.bypassPolicies({ reason: "change the writing settings", actor: adminId }, (query) =>
    query(
      `update public.square_settings set creates_invoices = $1, location_id = $2, time_zone = $3
        where (creates_invoices, location_id, time_zone) is distinct from ($1, $2, $3)`,
      [isEnabled, locationId, location?.timeZone || null],
    ),
  );
}
