import { recordAuditEntry } from "#server/database/audit-log.ts";
import { ApiError } from "#server/http/errors.ts";
import { openAccount } from "#server/payments/connection/account-access.ts";
import { getActiveConnection } from "#server/payments/connection/connection-store.ts";
import { type PaymentContext, requireProvider } from "#server/payments/payment-context.ts";
import type { ProviderLocation } from "#server/payments/payment-provider.ts";
import { ProviderError } from "#server/payments/provider-error.ts";

/** A location of the connected merchant, and whether its new invoices are imported. */
type Location = ProviderLocation & { isIncluded: boolean; storedInvoices: number };

/**
 * Lists the connected merchant's locations. Returns an empty list if no account is connected.
 * @throws {ApiError} 409 if SQUARE_MODE is off, 502 if Square cannot be reached
 */
export async function listLocations(context: PaymentContext): Promise<Location[]> {
  requireProvider(context);
  const { connection, counts } = await context.database.bypassPolicies(
    { reason: "show the locations" },
    async (query) => {
      const rows = await query(
        `select square_location_id as id, count(*)::integer as count from public.invoices
          where square_location_id is not null group by 1`,
      );
      return {
        connection: await getActiveConnection(query),
        counts: new Map(rows.map(({ id, count }) => [id, count])),
      };
    },
  );
  if (!connection) {
    return [];
  }
  try {
    const locations = await openAccount(context, connection).listLocations();
    return locations.map((location) => ({
      ...location,
      isIncluded: !connection.excluded_location_ids.includes(location.id),
      storedInvoices: counts.get(location.id) ?? 0,
    }));
  } catch (error) {
    if (error instanceof ProviderError) {
      throw new ApiError(502, "square_unavailable", error.message);
    }
    throw error;
  }
}

/**
 * Stores the locations whose new invoices are not imported.
 * @throws {ApiError} 400 if a location is unknown or all are excluded, 409 if no account is connected
 */
export async function saveExcludedLocations(
  context: PaymentContext,
  excludedIds: readonly string[],
  adminId: string,
): Promise<void> {
  requireProvider(context);
  const connection = await context.database.bypassPolicies({ reason: "check the connection" }, (query) =>
    getActiveConnection(query),
  );
  if (!connection) {
    throw notConnectedError();
  }
  const locations = await listLocations(context);
  const knownIds = new Set(locations.map(({ id }) => id));
  if (excludedIds.some((id) => !knownIds.has(id))) {
    throw new ApiError(400, "unknown_location", "A location no longer exists in Square. Reload the page.");
  }
  const excluded = locations.map(({ id }) => id).filter((id) => excludedIds.includes(id));
  if (excluded.length === locations.length) {
    throw new ApiError(400, "invalid_input", "Select at least one location.");
  }
  await context.database.bypassPolicies({ reason: "select locations", actor: adminId }, async (query) => {
    const connection = await getActiveConnection(query, "for update");
    if (!connection) {
      throw notConnectedError();
    }
    await query("update private.provider_connections set excluded_location_ids = $2 where id = $1", [
      connection.id,
      excluded,
    ]);
    await recordAuditEntry(query, {
      actor: adminId,
      action: "update",
      table: "provider_connections",
      rowId: connection.id,
      after: { excluded_location_ids: excluded },
    });
  });
}

function notConnectedError(): ApiError {
  return new ApiError(409, "not_connected", "Square is not connected.");
}
