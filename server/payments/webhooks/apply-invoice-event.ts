import type { Database, Query } from "#server/database/database.ts";
import {
  type EventAction,
  hasOldContradiction,
  type InvoiceReadOptions,
  type InvoiceResult,
  type ProviderAccount,
} from "#server/payments/payment-provider.ts";
import { ProviderError } from "#server/payments/provider-error.ts";
import { findStoredRead, type StoredRead } from "#server/payments/sync/read-versions.ts";
import { storeInvoices } from "#server/payments/sync/store-invoices.ts";
import { applyEventTimes } from "#server/payments/webhooks/apply-event.ts";
import { createKeyedQueue } from "#server/payments/webhooks/keyed-queue.ts";

type InvoiceAction = Extract<
  EventAction,
  { kind: "invoice-changed" | "order-changed" | "payment-changed" | "refund-changed" }
>;

/** An event and how to process it. */
type InvoiceEvent = {
  action: InvoiceAction;
  /** The invoice, if it is already known. */
  affected: StoredRead | null;
  /** Reads the invoice even if the change is already stored. */
  isReplay: boolean;
  /** The number of earlier attempts to process the event. */
  attempts: number;
};

/** After this many attempts, a contradiction between old parts of an invoice is accepted. */
const CONFIRMING_ATTEMPTS = 2;

/** The invoices that events of this process are reading or storing, by id. */
const invoiceQueue = createKeyedQueue();

/**
 * Reads and stores the current version of the invoice that an event affects. Sends no request to Square if the event's
 * change is already stored.
 * @returns the event's outcome
 * @throws {ProviderError} "unsettled" while Square returns older data than the event announced
 */
export async function applyInvoiceEvent(
  database: Database,
  account: ProviderAccount,
  { action, affected, isReplay, attempts }: InvoiceEvent,
): Promise<string> {
  const find = () => findAffectedInvoice(database, account, action);
  const id = action.kind === "invoice-changed" ? action.id : (affected ?? (await find()))?.id;
  if (id === undefined) {
    return "ignored: No stored invoice is affected";
  }
  // Several events of one invoice usually arrive together. The first one reads and stores the invoice. It usually
  // stores the changes of the others too, so they need no request.
  const outcome = await invoiceQueue.run(id, async () => {
    const stored = await find();
    if (isUpToDate(stored, action) && !isReplay) {
      return "unchanged";
    }
    const isCurrent = (result: InvoiceResult | null) => containsChange(result, action, stored);
    return storeCurrentInvoice(database, account, { id, orderId: stored?.orderId, isCurrent, attempts });
  });
  const isApplied = outcome === "applied";
  if (!isApplied && (outcome !== "unchanged" || !hasTimes(action))) {
    return outcome;
  }
  const times = action.kind === "invoice-changed" ? action.times : {};
  const haveTimesChanged = await applyEventTimes(database, id, times, isApplied);
  return haveTimesChanged ? "applied" : outcome;
}

/** Whether the event changes nothing, because its change is already stored. */
export function hasNoEffect(stored: StoredRead, action: InvoiceAction): boolean {
  return isUpToDate(stored, action) && !hasTimes(action);
}

export function isInvoiceAction(action: EventAction): action is InvoiceAction {
  return ["invoice-changed", "order-changed", "payment-changed", "refund-changed"].includes(action.kind);
}

function hasTimes(action: InvoiceAction): boolean {
  return action.kind === "invoice-changed" && Object.keys(action.times).length > 0;
}

async function findAffectedInvoice(
  database: Database,
  account: ProviderAccount,
  action: InvoiceAction,
): Promise<StoredRead | null> {
  const find = (work: (query: Query) => Promise<StoredRead | null>) =>
    database.bypassPolicies({ reason: "find the invoice of an event" }, work);
  const stored = await find((query) => findStoredInvoice(query, action));
  if (stored || action.kind !== "refund-changed") {
    return stored;
  }
  const orderId = await account.getPaymentOrder(action.paymentId);
  return orderId === null ? null : find((query) => findStoredRead(query, "order", orderId));
}

/** Finds the invoice of an event. Null if it is not stored, or if it is unknown which payment an event's refund belongs to. */
export function findStoredInvoice(query: Query, action: InvoiceAction): Promise<StoredRead | null> {
  switch (action.kind) {
    case "invoice-changed":
      return findStoredRead(query, "invoice", action.id);
    case "order-changed":
      return findStoredRead(query, "order", action.id);
    case "payment-changed":
      return findStoredRead(query, "order", action.orderId);
    case "refund-changed":
      return findStoredRead(query, "payment", action.paymentId);
  }
}

function isUpToDate(stored: StoredRead | null, action: InvoiceAction): boolean {
  return stored !== null && containsVersion(stored, action) && Object.keys(stored.versions).length > 0;
}

/** Whether the stored invoice already contains the change that the event announces. Unknown versions never do. */
function containsVersion({ version, versions }: StoredRead, action: InvoiceAction): boolean {
  if (action.kind === "invoice-changed") {
    return action.version !== null && version >= action.version;
  }
  return action.version > 0 && (versions[action.id] ?? 0) >= action.version;
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

function getInvoiceVersion(result: InvoiceResult): number {
  if (result.kind === "unsettled") {
    return 0;
  }
  return result.kind === "invoice" ? result.invoice.square_version : result.version;
}

async function storeCurrentInvoice(
  database: Database,
  account: ProviderAccount,
  { id, attempts, ...options }: InvoiceReadOptions & { id: string; attempts: number },
): Promise<string> {
  const result = await account.getInvoice(id, options);
  if (!result) {
    return "ignored: The invoice does not exist";
  }
  if (result.kind === "unsettled" || (hasOldContradiction(result) && attempts < CONFIRMING_ATTEMPTS)) {
    throw new ProviderError("unsettled");
  }
  const stored = await storeInvoices(database, [result]);
  if (stored.excluded > 0) {
    return "ignored: The invoice's location isn't synced";
  }
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
