import type { DraftProblem } from "#domain/invoices/drafts/draft-problem.ts";
import { recordSquareAuditEntries } from "#server/database/audit-log.ts";
import type { ProviderContext } from "#server/payments/payment-context.ts";
import type { ProviderAccount } from "#server/payments/payment-provider.ts";
import { ProviderError } from "#server/payments/provider-error.ts";
import { storeInvoices } from "#server/payments/sync/store-invoices.ts";
import type { StoredDraft } from "#server/payments/writing/draft-state.ts";
import { resolveDeletion } from "#server/payments/writing/stored-writes.ts";

/** The status that the draft has in Square without a request here, and the problem that explains it. */
type SquareStatus = {
  status: "published" | "canceled";
  problem: DraftProblem;
  detail?: string;
  version: number;
};

/**
 * Reads a published or canceled invoice from Square and stores it with the same function as a sync, so that all amounts
 * come from Square. Then links it to the draft's project and stores the new status of the draft: the requested one, or
 * `inSquare` if it was not requested here.
 * @throws {ProviderError} "unsettled" while Square returns contradictory data, so that the job is retried
 */
export async function finishDraft(
  { database, now }: ProviderContext,
  account: ProviderAccount,
  draft: StoredDraft,
  inSquare?: SquareStatus,
): Promise<void> {
  const invoiceId = draft.square_invoice_id ?? "";
  const result = await account.getInvoice(invoiceId);
  if (result?.kind === "unsettled") {
    throw new ProviderError("unsettled");
  }
  const stored = result && (await storeInvoices(database, [result]));
  if (stored && stored.conflicts.length > 0) {
    throw new ProviderError("unsettled");
  }
  await database.bypassPolicies({ reason: "finish a draft invoice" }, async (query) => {
    // The sync finds the client through its customer. An invoice without a client belongs to the draft's client.
    await query(
      `update public.invoices set client_id = $2, client_assigned_manually = true
        where square_invoice_id = $1 and client_id is null`,
      [invoiceId, draft.client_id],
    );
    await query(
      `update public.invoices set project_id = $3
        where square_invoice_id = $1 and client_id = $2 and project_id is null and $3::uuid is not null`,
      [invoiceId, draft.client_id, draft.project_id],
    );
    const [finished] = await query(
      `update public.invoice_drafts
          set status = $3, requested_status = $3, problem = $4, problem_detail = $8,
              problem_at = case when $4::text is not null then $2::timestamptz end,
              square_version = coalesce($5, square_version), square_order_id = $9, square_invoice_id = $10,
              published_at = case when $3 = 'published' then $2 else published_at end
        where id = $1 and revision = $6 and requested_status = $7 and $3 in ('published', 'canceled') returning status`,
      [
        draft.id,
        now(),
        inSquare?.status ?? draft.requested_status,
        inSquare?.problem ?? null,
        inSquare?.version ?? null,
        draft.revision,
        draft.requested_status,
        inSquare?.detail ?? "",
        draft.square_order_id,
        invoiceId,
      ],
    );
    if (finished) {
      await resolveDeletion(query, draft.id, invoiceId, now());
      await recordSquareAuditEntries(query, [
        {
          action: "update",
          table: "invoice_drafts",
          rowId: draft.id,
          before: { status: draft.status },
          after: { status: finished.status },
        },
      ]);
    }
  });
}
