import type { WrittenInvoice } from "#server/payments/invoice-writer.ts";
import type { ProviderContext } from "#server/payments/payment-context.ts";
import type { ProviderAccount } from "#server/payments/payment-provider.ts";
import { DraftProblemError } from "#server/payments/writing/draft-problem-error.ts";
import type { StoredDraft } from "#server/payments/writing/draft-state.ts";
import { finishDraft } from "#server/payments/writing/finish-draft.ts";

/**
 * Reads the draft from Square. Returns null if it was published or canceled there, and stores that status here.
 * @throws {DraftProblemError} if the invoice was deleted, has another amount, or cannot be emailed
 */
export async function readUnpublished(
  context: ProviderContext,
  account: ProviderAccount,
  draft: StoredDraft,
): Promise<WrittenInvoice | null> {
  const invoice = await account.writer.getInvoice(draft.square_invoice_id ?? "");
  if (!invoice) {
    throw new DraftProblemError("deleted_in_square");
  }
  if (invoice.state !== "draft") {
    await followSquare(context, account, draft, invoice);
    return null;
  }
  if (invoice.totalCents !== draft.total_cents) {
    throw new DraftProblemError("amount_differs", { endsRequest: true });
  }
  if (draft.delivery === "email" && invoice.recipientEmail === null) {
    throw new DraftProblemError("email_missing");
  }
  return invoice;
}

/** Stores that the draft was published or canceled in Square, with a problem that explains it. `detail` is added to it. */
export function followSquare(
  context: ProviderContext,
  account: ProviderAccount,
  draft: StoredDraft,
  { state, version, detail = "" }: WrittenInvoice & { detail?: string },
): Promise<void> {
  return finishDraft(context, account, draft, {
    ...(state === "canceled"
      ? { status: "canceled", problem: "canceled_in_square" }
      : { status: "published", problem: "published_in_square" }),
    detail,
    version,
  });
}
