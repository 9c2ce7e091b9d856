import type { Database } from "#server/database/database.ts";
import type { EventAction, InvoiceResult, ProviderAccount } from "#server/payments/payment-provider.ts";
import { ProviderError } from "#server/payments/provider-error.ts";
import { findStoredRead, type StoredRead } from "#server/payments/sync/read-versions.ts";
import { storeInvoices } from "#server/payments/sync/store-invoices.ts";
import { applyEventTimes } from "#server/payments/webhooks/apply-event.ts";

type InvoiceAction = Extract<
  EventAction,
  { kind: "invoice-changed" | "order-changed" | "payment-changed" | "refund-changed" }
>;

/**
 * Reads the current version of the invoice that an event affects, and stores it. An event that is not newer than what is stored needs no
 * request to Square. Returns the event's outcome.
 * @param isReplay Reads the invoice even if the event is not newer.
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
  const isKnown =
    stored !== null && isChangeStored(stored, action) && Object.keys(stored.versions).length > 0;
  const outcome =
    isKnown && !isReplay
      ? "unchanged"
      : await storeCurrentInvoice(database, account, {
          id: stored?.id ?? action.id,
          isCurrent: (result) => containsChange(result, action, stored),
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
  const find = (by: "invoice" | "order" | "payment", id: string) =>
    database.bypassPolicies({ reason: "find the invoice of an event" }, (query) =>
      findStoredRead(query, by, id),
    );
  switch (action.kind) {
    case "invoice-changed":
      return find("invoice", action.id);
    case "order-changed":
      return find("order", action.id);
    case "payment-changed":
      return find("order", action.orderId);
    case "refund-changed": {
      const stored = await find("payment", action.paymentId);
      if (stored) {
        return stored;
      }
      const orderId = await account.getPaymentOrder(action.paymentId);
      return orderId === null ? null : find("order", orderId);
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

/** Whether Square's response contains the change that the event announces, and nothing older than what is stored. */
function containsChange(
  result: InvoiceResult | null,
  action: InvoiceAction,
  stored: StoredRead | null,
): boolean {
  if (action.kind === "invoice-changed" && action.version !== null) {
    return result !== null && invoiceVersion(result) >= action.version;
  }
  if (result?.kind !== "invoice") {
    return stored === null || result?.kind === "rejected";
  }
  if (invoiceVersion(result) < (stored?.version ?? 0)) {
    return false;
  }
  if (action.kind === "invoice-changed") {
    return true;
  }
  const version = result.versions[action.id];
  // A failed payment is no longer part of the order. A completed one also changes the invoice.
  return version === undefined ? action.kind === "payment-changed" : version >= action.version;
}

function invoiceVersion(result: InvoiceResult): number {
  if (result.kind === "unsettled") {
    return 0;
  }
  return result.kind === "invoice" ? result.invoice.square_version : result.version;
}

async function storeCurrentInvoice(
  database: Database,
  account: ProviderAccount,
  { id, isCurrent }: { id: string; isCurrent: (result: InvoiceResult | null) => boolean },
): Promise<string> {
  const result = await account.getInvoice(id, isCurrent);
  if (!result) {
    return "ignored: The invoice does not exist";
  }
  if (result.kind === "unsettled") {
    throw new ProviderError("unsettled");
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
