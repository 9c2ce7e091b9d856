import type { Query } from "#server/database/database.ts";
import type { WrittenInvoice } from "#server/payments/invoice-writer.ts";
import type { ProviderContext } from "#server/payments/payment-context.ts";
import type { ProviderAccount } from "#server/payments/payment-provider.ts";
import type { StoredDraft } from "#server/payments/writing/draft-state.ts";
import { storeWrite } from "#server/payments/writing/stored-writes.ts";

/** Runs `work` in a transaction, unless the request or the customer has changed since it was read. */
export async function storeNext(
  { database }: ProviderContext,
  draft: StoredDraft,
  work: (query: Query) => Promise<void>,
): Promise<void> {
  await database.bypassPolicies({ reason: "store the next write to Square" }, async (query) => {
    const [current] = await query(
      `select id from public.invoice_drafts
        where id = $1 and revision = $2 and requested_status = $3 and square_customer_id is not distinct from $4
        for update`,
      [draft.id, draft.revision, draft.requested_status, draft.square_customer_id],
    );
    if (current) {
      await work(query);
    }
  });
}

/** Stores a write that changes the invoice at this version. */
export function storeChange(
  context: ProviderContext,
  draft: StoredDraft,
  step: "publish_invoice" | "cancel_invoice" | "delete_invoice",
  version: number,
  { writer }: ProviderAccount,
): Promise<void> {
  const { square_merchant_id: merchantId, square_invoice_id: targetId } = draft;
  return storeNext(context, draft, (query) =>
    storeWrite(query, {
      draft,
      step,
      merchantId: merchantId ?? "",
      targetId,
      buildRequest: (key) => writer.buildVersionRequest(version, key),
    }),
  );
}

/** Stores the recipient and the version that an administrator confirms next. */
export async function storeRecipient(
  query: Query,
  draft: StoredDraft,
  invoice: WrittenInvoice,
): Promise<void> {
  await query(
    `update public.invoice_drafts
        set recipient_name = coalesce(nullif($2, ''), recipient_name), recipient_email = $3, square_version = $4
      where id = $1`,
    [draft.id, invoice.recipientName, invoice.recipientEmail, invoice.version],
  );
}

/** Returns the version that was stored last. Square rejects changes to any other version. */
export function requireVersion({ square_version: version }: StoredDraft): number {
  return Number(version ?? 0);
}
