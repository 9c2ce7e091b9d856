import { ApiError } from "#server/http/errors.ts";
import { openAccount } from "#server/payments/connection/account-access.ts";
import type { WrittenInvoice } from "#server/payments/invoice-writer.ts";
import { hasProvider, type PaymentContext } from "#server/payments/payment-context.ts";
import { ProviderError } from "#server/payments/provider-error.ts";
import { isPublishing } from "#server/payments/writing/draft-request.ts";
import { type DraftState, readDraftState } from "#server/payments/writing/draft-state.ts";
import { followSquare } from "#server/payments/writing/read-unpublished.ts";

/**
 * Checks that the draft of an invoice was not published, canceled or changed in Square's dashboard. If it was published
 * or canceled, its status here follows. Without access to Square, only the stored invoices are checked, and the deletion
 * of the draft finds the rest.
 * @throws {ApiError} 409 with what happened in Square and what to do
 */
export async function assertUnchangedInSquare(context: PaymentContext, draftId: string): Promise<void> {
  const { state, isStored } = await context.database.bypassPolicies(
    { reason: "read a draft invoice before a change" },
    async (query) => {
      const read = await readDraftState(query, context, draftId);
      const [invoice] = await query("select 1 from public.invoices where square_invoice_id = $1", [
        read?.draft.square_invoice_id ?? null,
      ]);
      return {
        // The change itself rejects a draft that is being published.
        state: (await isPublishing(query, draftId)) ? null : read,
        isStored: invoice !== undefined,
      };
    },
  );
  const isEditable = state?.draft.status === "draft" || state?.draft.status === "prepared";
  if (!state || !isEditable || state.pendingWrite || state.draft.square_invoice_id === null) {
    return;
  }
  const invoice = await readFromSquare(context, state);
  const inSquare = invoice?.state ?? (isStored ? "open" : "draft");
  if (inSquare === "canceled") {
    throw new ApiError(
      409,
      "canceled_in_square",
      "This invoice was canceled in Square, so it can't be changed. Create another if the client still owes this amount.",
    );
  }
  if (inSquare !== "draft") {
    throw new ApiError(
      409,
      "published_in_square",
      "This invoice was published in Square, so it can't be changed. The client has it. Cancel it and create another.",
    );
  }
  if (invoice && invoice.version !== Number(state.draft.square_version)) {
    throw new ApiError(
      409,
      "changed_in_square",
      "This draft was changed in Square. Prepare it again to see the current values, then change it.",
    );
  }
}

/** Returns null if the draft was deleted, or Square cannot be read. */
async function readFromSquare(
  context: PaymentContext,
  { draft, connection }: DraftState,
): Promise<WrittenInvoice | null> {
  if (!connection || !hasProvider(context) || connection.merchant_id !== draft.square_merchant_id) {
    return null;
  }
  const account = openAccount(context, connection);
  try {
    const invoice = await account.writer.getInvoice(draft.square_invoice_id ?? "");
    if (invoice && invoice.state !== "draft") {
      await followSquare(context, account, draft, invoice).catch(ignoreOutage);
    }
    return invoice;
  } catch (error) {
    ignoreOutage(error);
    return null;
  }
}

/** The job follows Square later. @throws all other errors */
function ignoreOutage(error: unknown): void {
  if (!(error instanceof ProviderError)) {
    throw error;
  }
}
