import * as z from "zod/mini";
import { type CalendarDate, formatDate } from "#domain/dates/calendar-date.ts";
import type { StatusBadge } from "#domain/status.ts";
import type { PlanRequest } from "#domain/subscriptions/plan-request.ts";

/** Whether invoices can be created in Square, and what is missing. */
export type WritingStatus = "off" | "not-connected" | "reconnect" | "ready";

export const WRITING_STATUS_BADGES = {
  off: { label: "Off", tone: "neutral" },
  "not-connected": { label: "Not connected", tone: "warning" },
  reconnect: { label: "Reconnect to grant permissions", tone: "warning" },
  ready: { label: "On", tone: "positive" },
} satisfies Record<WritingStatus, StatusBadge>;

const MAX_ID_LENGTH = 200;

/** Input of `PUT /api/admin/square/writing`. Without a location, the merchant's main location is used. */
export const SquareWritingForm = z.object({
  isEnabled: z.boolean(),
  locationId: z.nullable(z.string().check(z.minLength(1), z.maxLength(MAX_ID_LENGTH))),
});
export type SquareWritingForm = z.infer<typeof SquareWritingForm>;

/** What the product may do in Square. */
export function squareAccessText(isWritingEnabled: boolean): string {
  return isWritingEnabled
    ? "The portal reads invoices and payments, creates the invoices that you publish, and ends plans at your request. It never moves money."
    : "Read-only: the portal never moves money or changes anything in Square.";
}

/** What connecting Square allows. */
export function connectSquareText(isWritingEnabled: boolean): string {
  return isWritingEnabled
    ? "Connect Square to sync invoices and payments, to create invoices, and to end plans."
    : "Connect Square to sync invoices and payments. Read-only access.";
}

/** What happens with a new invoice, on the page that creates it. */
export function newInvoiceText(isWritingEnabled: boolean): string {
  return isWritingEnabled
    ? "A draft · Nothing is sent until you publish it in Square"
    : "A draft that shows what to enter in Square · Nothing is sent";
}

/** How to create an invoice, where none was created yet. */
export function firstInvoiceText(isWritingEnabled: boolean): string {
  return isWritingEnabled
    ? "Create an invoice here, check it, then publish it in Square"
    : "Create an invoice here, check it, then enter it in Square";
}

/** What happens when a payment of an accepted proposal becomes due. */
export function plannedPaymentsText(isWritingEnabled: boolean): string {
  return isWritingEnabled
    ? "When a payment becomes due, its invoice is prepared below"
    : "Enter the invoice of each due payment in Square, then link it here. Its draft below lists what to enter.";
}

type RequestedChange = { kind: PlanRequest["kind"]; effectiveOn: CalendarDate | null };

/** What the firm does before it answers a plan request. The portal never changes a plan's tier. */
export function planRequestText({ kind, effectiveOn }: RequestedChange, isWritingEnabled: boolean): string {
  const deadline = effectiveOn ? ` before ${formatDate(effectiveOn)}` : "";
  if (kind === "change") {
    return "Change the plan in Square before you answer.";
  }
  if (kind === "cancel") {
    return isWritingEnabled
      ? "To end the plan and answer in one step, select End plan."
      : "End the plan in Square before you answer.";
  }
  return isWritingEnabled
    ? `To keep the plan and answer in one step, select Keep plan${deadline}.`
    : `To keep the plan, undo the cancellation in Square${deadline}, then answer.`;
}

/** What each writing permission allows, as shown before Square asks for it. */
export const WRITING_PERMISSIONS = [
  { scope: "CUSTOMERS_WRITE", text: "Create a customer for a client who has none" },
  { scope: "ORDERS_WRITE", text: "Create orders with the lines of your invoices" },
  { scope: "INVOICES_WRITE", text: "Create, publish, cancel and delete the invoices that you create here" },
  {
    scope: "SUBSCRIPTIONS_WRITE",
    text: "End a client's plan after the paid period, and cancel a scheduled end",
  },
] as const;
