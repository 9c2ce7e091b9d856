import type { NewInvoiceDraft } from "#domain/invoices/drafts/draft-form.ts";
import type { Query } from "#server/database/database.ts";
import type { PaymentContext } from "#server/payments/payment-context.ts";
import { requestPreparation } from "#server/payments/writing/draft-requests.ts";
import { insertDraft } from "#server/payments/writing/draft-store.ts";
import { readWritingSettings, todayAtLocation } from "#server/payments/writing/writing-settings.ts";

/** What an automatically created invoice is for, such as `proposal:{id}:deposit`, and the administrator who caused it. */
type PreparationOptions = { sourceKey: string; actor: string | null };

/**
 * Stores a draft invoice in the caller's transaction and, if invoices can be created in Square, requests that it is
 * prepared there. The recipient sees nothing until an administrator publishes it. Calls with the same source key return
 * the first draft. `query` must come from `bypassPolicies`.
 * @returns the draft, and whether it is being prepared. Otherwise, an administrator creates the invoice in Square
 * @throws {ApiError} 400 if the content is not valid, 404 if the client or project is unknown
 */
export async function prepareInvoice(
  context: Pick<PaymentContext, "provider" | "jobs" | "now">,
  query: Query,
  draft: NewInvoiceDraft,
  { sourceKey, actor }: PreparationOptions,
): Promise<{ draftId: string; isPreparing: boolean }> {
  const settings = await readWritingSettings(query, context);
  const today = todayAtLocation(settings, context.now());
  const { id, isNew } = await insertDraft(query, draft, { sourceKey, createdBy: actor, today });
  if (!isNew || !settings.isEnabled) {
    return { draftId: id, isPreparing: settings.isEnabled };
  }
  const result = await requestPreparation({ ...context, actor }, query, id);
  return { draftId: id, isPreparing: result.ok };
}
