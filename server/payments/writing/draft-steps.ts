import { dateInTimeZone } from "#domain/dates/calendar-date.ts";
import { dueDateProblem, hasInstallments } from "#domain/invoices/drafts/draft-schedule.ts";
import { cents } from "#domain/money/money.ts";
import type { NewInvoice } from "#server/payments/invoice-writer.ts";
import type { ProviderContext } from "#server/payments/payment-context.ts";
import type { ProviderAccount } from "#server/payments/payment-provider.ts";
import { findCustomer } from "#server/payments/writing/customer-step.ts";
import {
  finishDeletion,
  storeDeletion,
  storePreviousDeletion,
} from "#server/payments/writing/deletion-steps.ts";
import { DraftProblemError } from "#server/payments/writing/draft-problem-error.ts";
import type { DraftState, StoredDraft } from "#server/payments/writing/draft-state.ts";
import { finishDraft } from "#server/payments/writing/finish-draft.ts";
import type { DraftStep } from "#server/payments/writing/next-step.ts";
import { storeOrderCancellation } from "#server/payments/writing/order-cancellation.ts";
import { readUnpublished } from "#server/payments/writing/read-unpublished.ts";
import { storeReplacedInstallments } from "#server/payments/writing/settle-write.ts";
import {
  requireVersion,
  storeChange,
  storeNext,
  storeRecipient,
} from "#server/payments/writing/store-next.ts";
import { storeWrite } from "#server/payments/writing/stored-writes.ts";
import type { WritingSettings } from "#server/payments/writing/writing-settings.ts";

/**
 * Runs one step that no write is pending for. Steps that change Square only store their write, which is sent next.
 * @throws {DraftProblemError} if an administrator has to act
 */
export async function runDraftStep(
  context: ProviderContext,
  account: ProviderAccount,
  state: DraftState,
  step: DraftStep,
): Promise<void> {
  const { draft } = state;
  switch (step) {
    case "delete_previous":
      return storePreviousDeletion(context, account, draft);
    case "find_customer":
      return findCustomer(context, account.writer, state);
    case "create_order":
      return storeOrder(context, account, state);
    case "create_invoice":
      return storeInvoice(context, account, state);
    case "confirm":
      return confirmPreparation(context, account, draft);
    case "publish":
      return storePublication(context, account, draft);
    case "cancel":
      return storeChange(context, draft, "cancel_invoice", requireVersion(draft), account);
    case "delete":
      return storeDeletion(context, account, draft);
    case "sync":
      return finishDraft(context, account, draft);
    case "cancel_order":
      return storeOrderCancellation(context, account, draft);
    case "finish_deletion":
      return finishDeletion(context, draft.id);
    case "none":
  }
}

async function storeOrder(
  context: ProviderContext,
  { listLocations, getMerchant, writer }: ProviderAccount,
  state: DraftState,
) {
  const { draft, settings } = state;
  const merchantId = requireMerchant(settings);
  const location = await chooseLocation({ listLocations, getMerchant }, settings);
  const today = dateInTimeZone(context.now(), location.timeZone || settings.timeZone);
  const problem = dueDateProblem(draft.payments, today);
  if (problem) {
    throw new DraftProblemError("due_date_passed", { detail: problem });
  }
  await storeNext(context, draft, async (query) => {
    await query(
      "update public.invoice_drafts set square_location_id = $2, square_merchant_id = $3 where id = $1",
      [draft.id, location.id, merchantId],
    );
    await storeWrite(query, {
      draft,
      step: "create_order",
      merchantId,
      targetId: null,
      buildRequest: (key) =>
        writer.buildOrder(
          {
            draftId: draft.id,
            locationId: location.id,
            customerId: draft.square_customer_id ?? "",
            lines: draft.lines,
            discountCents: cents(draft.discount_cents),
          },
          key,
        ),
    });
  });
}

/** Uses the location of the settings, otherwise the main location, otherwise the first one that can send invoices. */
async function chooseLocation(
  { listLocations, getMerchant }: Pick<ProviderAccount, "listLocations" | "getMerchant">,
  { locationId, excludedLocationIds }: WritingSettings,
) {
  const locations = (await listLocations()).filter(
    ({ id, acceptsInvoices }) => acceptsInvoices && !excludedLocationIds.includes(id),
  );
  const preferredId = locationId ?? (await getMerchant()).mainLocationId;
  const location =
    locations.find(({ id }) => id === preferredId) ?? (locationId === null ? locations[0] : undefined);
  if (!location) {
    throw new DraftProblemError("location_unavailable");
  }
  return location;
}

async function storeInvoice(
  context: ProviderContext,
  { writer }: ProviderAccount,
  { draft, settings }: DraftState,
) {
  if (settings.areInstallmentsRejected && hasInstallments(draft.payments)) {
    await storeNext(context, draft, (query) => storeReplacedInstallments(query, draft));
    return;
  }
  const invoice: NewInvoice = {
    orderId: draft.square_order_id ?? "",
    locationId: draft.square_location_id ?? "",
    customerId: draft.square_customer_id ?? "",
    title: draft.title,
    message: draft.message,
    payments: draft.payments,
    delivery: draft.delivery,
    reminderDays: draft.reminder_days,
    acceptsBankTransfers: draft.accepts_bank_transfers,
  };
  await storeNext(context, draft, (query) =>
    storeWrite(query, {
      draft,
      step: "create_invoice",
      merchantId: requireMerchant(settings),
      targetId: null,
      buildRequest: (key) => writer.buildInvoice(invoice, key),
    }),
  );
}

/** Stores the recipient and the version that Square returns, after checking the amount. */
async function confirmPreparation(context: ProviderContext, account: ProviderAccount, draft: StoredDraft) {
  const invoice = await readUnpublished(context, account, draft);
  if (!invoice) {
    return;
  }
  await storeNext(context, draft, async (query) => {
    await storeRecipient(query, draft, invoice);
    await query("update public.invoice_drafts set status = 'prepared' where id = $1", [draft.id]);
  });
}

/** Publishes only the amount and the recipient that an administrator confirmed, and only the version that was prepared. */
async function storePublication(context: ProviderContext, account: ProviderAccount, draft: StoredDraft) {
  const invoice = await readUnpublished(context, account, draft);
  if (!invoice) {
    return;
  }
  const recipient = draft.delivery === "email" ? (invoice.recipientEmail ?? "") : "";
  const isSameRecipient = recipient.toLowerCase() === (draft.confirmed_recipient ?? "").toLowerCase();
  const hasChanged = invoice.version !== requireVersion(draft);
  if (draft.confirmed_cents !== invoice.totalCents || !isSameRecipient || hasChanged) {
    await storeNext(context, draft, (query) => storeRecipient(query, draft, invoice));
    throw new DraftProblemError(isSameRecipient ? "changed_in_square" : "recipient_changed", {
      endsRequest: true,
    });
  }
  const locations = await account.listLocations();
  const timeZone = locations.find(({ id }) => id === draft.square_location_id)?.timeZone ?? "";
  const problem = dueDateProblem(draft.payments, dateInTimeZone(context.now(), timeZone));
  if (problem) {
    throw new DraftProblemError("due_date_passed", { detail: problem, endsRequest: true });
  }
  await storeChange(context, draft, "publish_invoice", invoice.version, account);
}

function requireMerchant({ merchantId }: WritingSettings): string {
  if (merchantId === null) {
    throw new DraftProblemError("not_connected");
  }
  return merchantId;
}
