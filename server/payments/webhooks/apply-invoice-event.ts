import type { Database } from "#server/database/database.ts";
import type {
  EventAction,
  InvoiceChecks,
  InvoiceResult,
  ProviderAccount,
} from "#server/payments/payment-provider.ts";
import { ProviderError } from "#server/payments/provider-error.ts";
import { removeExcludedInvoices } from "#server/payments/sync/excluded-locations.ts";
import { findStoredRead, type StoredRead } from "#server/payments/sync/read-versions.ts";
import { storeInvoices } from "#server/payments/sync/store-invoices.ts";
import { applyEventTimes } from "#server/payments/webhooks/apply-event.ts";

type InvoiceAction = Extract<
  EventAction,
  { kind: "invoice-changed" | "order-changed" | "payment-changed" | "refund-changed" }
>;

/**
 * Reads and stores the current version of the invoice that an event affects. Sends no request to Square if the event's
 * change is already stored.
 * @param isReplay reads the invoice even if the change is already stored
 * @returns the event's outcome
 * @throws {ProviderError} "unsettled" while Square returns older data than the event announced
 */
export async function applyInvoiceEvent(
  database: Database,
  account: ProviderAccount,
  action: InvoiceAction,
  isReplay: boolean,
): Promise<string> {
  const stored = await findAffectedInvoice(database, account, action);
  if (!stored && action.kind !== "invoice-changed") {
    return "ignored: No stored invoice is affected";
  }
  const isUpToDate =
    stored !== null && isChangeStored(stored, action) && Object.keys(stored.versions).length > 0;
  const outcome =
    isUpToDate && !isReplay
      ? "unchanged"
      : await storeCurrentInvoice(database, account, {
          id: stored?.id ?? action.id,
          checks: {
            isCurrent: (result) => containsChange(result, action, stored),
            isProven: (result) => provesChange(result, action) && containsChange(result, action, stored),
          },
        });
  if (action.kind !== "invoice-changed" || (outcome !== "applied" && outcome !== "unchanged")) {
    return outcome;
  }
  const changed = await applyEventTimes(database, action.id, action.times);
  return changed ? "applied" : outcome;
}

async function findAffectedInvoice(
  database: Database,
  account: ProviderAccount,
  action: InvoiceAction,
): Promise<StoredRead | null> {
  const findBy = (by: "invoice" | "order" | "payment", id: string) =>
    database.bypassPolicies({ reason: "find the invoice of an event" }, (query) =>
      findStoredRead(query, by, id),
    );
  switch (action.kind) {
    case "invoice-changed":
      return findBy("invoice", action.id);
    case "order-changed":
      return findBy("order", action.id);
    case "payment-changed":
      return findBy("order", action.orderId);
    case "refund-changed": {
      const stored = await findBy("payment", action.paymentId);
      if (stored) {
        return stored;
      }
      const orderId = await account.getPaymentOrder(action.paymentId);
      return orderId === null ? null : findBy("order", orderId);
    }
  }
}

/** Whether the stored invoice already contains the change that the event announces. */
function isChangeStored({ version, versions }: StoredRead, action: InvoiceAction): boolean {
  if (action.kind === "invoice-changed") {
    return action.version !== null && version >= action.version;
  }
  return (versions[action.id] ?? 0) >= action.version;
}

/** Whether Square's response contains the change that the event announces, and is not older than the stored invoice. */
function containsChange(
  result: InvoiceResult | null,
  action: InvoiceAction,
  stored: StoredRead | null,
): boolean {
  if (action.kind === "invoice-changed" && action.version !== null) {
    return result !== null && getInvoiceVersion(result) >= action.version;
  }
  if (result?.kind !== "invoice") {
    return stored === null || result?.kind === "rejected";
  }
  if (getInvoiceVersion(result) < (stored?.version ?? 0)) {
    return false;
  }
  if (action.kind === "invoice-changed") {
    return true;
  }
  const version = result.versions[action.id];
  // Accept a missing payment, because a failed payment is no longer part of the order. A completed payment also
  // triggers an invoice event.
  return version === undefined ? action.kind === "payment-changed" : version >= action.version;
}

/** Whether the result states a version that is at least the event's. */
function provesChange(result: InvoiceResult | null, action: InvoiceAction): boolean {
  if (action.kind === "invoice-changed") {
    return result !== null && action.version !== null && getInvoiceVersion(result) >= action.version;
  }
  return result?.kind === "invoice" && (result.versions[action.id] ?? 0) >= action.version;
}

function getInvoiceVersion(result: InvoiceResult): number {
  if (result.kind === "unsettled") {
    return 0;
  }
  return result.kind === "invoice" ? result.invoice.square_version : result.version;
}

async function storeCurrentInvoice(
  database: Database,
  account: ProviderAccount,
  { id, checks }: { id: string; checks: InvoiceChecks },
): Promise<string> {
  const result = await account.getInvoice(id, checks);
  if (!result) {
    return "ignored: The invoice does not exist";
  }
  if (result.kind === "unsettled") {
    throw new ProviderError("unsettled");
  }
  if ((await removeExcludedInvoices(database, [result])).length === 0) {
    return "ignored: The invoice's location isn't synced";
  }
  const stored = await storeInvoices(database, [result]);
  if (stored.conflicts.length > 0) {
    throw new ProviderError("unsettled");
  }
  if (stored.rejected[0]) {
    return `rejected: ${stored.rejected[0].reason}`;
  }
  if (stored.drafts > 0) {
    return "ignored: Drafts are skipped";
  }
  return stored.new + stored.changed > 0 ? "applied" : "unchanged";
}
