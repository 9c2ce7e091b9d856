import type { Query } from "#server/database/database.ts";
import { type Connection, getActiveConnection } from "#server/payments/connection/connection-store.ts";
import type { PaymentContext } from "#server/payments/payment-context.ts";
import { type PendingWrite, readPendingWrite } from "#server/payments/writing/stored-writes.ts";
import { readWritingSettings, type WritingSettings } from "#server/payments/writing/writing-settings.ts";

/** The invoice of an earlier revision of `draft` that could not be deleted in Square. */
export const PREVIOUS_INVOICE = `
  select failed.target_id from private.square_writes as failed
   where failed.draft_id = draft.id and failed.revision < draft.revision
     and failed.step = 'delete_invoice' and failed.status = 'failed' and failed.resolved_at is null
     and not exists (select from private.square_writes as done
                      where done.draft_id = draft.id and done.target_id = failed.target_id
                        and done.step = 'delete_invoice' and done.status = 'done')
   order by failed.created_at limit 1`;

export type StoredDraft = NonNullable<Awaited<ReturnType<typeof readDraft>>>;

/** Everything that decides the next step of a draft. */
export type DraftState = {
  draft: StoredDraft;
  pendingWrite: PendingWrite | null;
  settings: WritingSettings;
  connection: Connection | null;
};

/** Returns the state of a draft, or null if it does not exist. */
export async function readDraftState(
  query: Query,
  context: Pick<PaymentContext, "provider" | "now">,
  draftId: string,
): Promise<DraftState | null> {
  const draft = await readDraft(query, draftId);
  if (!draft) {
    return null;
  }
  return {
    draft,
    pendingWrite: await readPendingWrite(query, draftId),
    settings: await readWritingSettings(query, context),
    connection: await getActiveConnection(query),
  };
}

/** Reads a draft, which writes of its revision are done, and what earlier revisions have left in Square. */
async function readDraft(query: Query, draftId: string) {
  const [draft] = await query(
    `select draft.id, draft.client_id, draft.project_id, draft.revision, draft.title, draft.message, draft.lines,
            draft.discount_cents, draft.total_cents, draft.payments, draft.delivery, draft.reminder_days,
            draft.accepts_bank_transfers, draft.status, draft.requested_status, draft.requested_at, draft.problem,
            draft.confirmed_cents, draft.confirmed_recipient, draft.square_merchant_id, draft.square_location_id,
            draft.square_customer_id, draft.square_order_id, draft.square_invoice_id, draft.square_version,
            exists (select from private.square_writes as write
                     where write.draft_id = draft.id and write.revision = draft.revision and write.status = 'done'
                       and write.step = 'publish_invoice') as is_published,
            exists (select from private.square_writes as write
                     where write.draft_id = draft.id and write.revision = draft.revision and write.status = 'done'
                       and write.step = 'cancel_invoice') as is_canceled,
            (${PREVIOUS_INVOICE}) as previous_invoice_id,
            (select created.id from private.square_writes as created
              where created.draft_id = draft.id and created.step = 'create_order' and created.status = 'done'
                and (created.revision < draft.revision or draft.requested_status = 'deleted')
                and not exists (select from private.square_writes as later
                                 where later.draft_id = draft.id and later.revision = created.revision
                                   and (later.step = 'create_invoice' and later.status <> 'failed'
                                        or later.step = 'cancel_order' and later.status <> 'pending'))
              order by created.created_at limit 1) as unused_order_write_id
       from public.invoice_drafts as draft where draft.id = $1`,
    [draftId],
  );
  return draft;
}
