import { openAccount } from "#server/payments/connection/account-access.ts";
import { getActiveConnection } from "#server/payments/connection/connection-store.ts";
import { hasProvider, type PaymentContext } from "#server/payments/payment-context.ts";
import { PlanEndingError } from "#server/payments/plans/plan-ending-error.ts";
import type { StoredPlanEnding } from "#server/payments/plans/read-plan-ending.ts";
import { readWritingSettings } from "#server/payments/writing/writing-settings.ts";

/**
 * Opens the account that the plan belongs to. A request that was sent can also be settled while creating invoices is off.
 * @throws {PlanEndingError} if plans of this account can't be changed from here
 */
export async function openPlans(context: PaymentContext, ending: StoredPlanEnding) {
  const { connection, settings } = await context.database.bypassPolicies(
    { reason: "read the writing settings for a plan ending" },
    async (query) => ({
      connection: await getActiveConnection(query),
      settings: await readWritingSettings(query, context),
    }),
  );
  const isSent = ending.sentAt !== null;
  if (settings.planStatus === "off" && !isSent) {
    throw new PlanEndingError("writing_off");
  }
  if (!connection || !hasProvider(context)) {
    throw new PlanEndingError("not_connected");
  }
  if (connection.merchant_id !== ending.merchantId) {
    throw new PlanEndingError("another_merchant");
  }
  if (settings.planStatus === "reconnect" && !isSent) {
    throw new PlanEndingError("permission_missing");
  }
  return { providerContext: context, plans: openAccount(context, connection).plans };
}
