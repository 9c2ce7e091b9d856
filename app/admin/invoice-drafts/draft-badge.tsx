import type { InvoiceDraft } from "#app/api/admin/invoice-drafts.ts";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { invoiceDraftBadge } from "#domain/invoices/drafts/invoice-draft.ts";

/** The status of an invoice that is created in Square, with the step that a job works on. */
export function DraftBadge({
  draft,
}: {
  draft: Pick<InvoiceDraft, "status" | "requestedStatus" | "problem">;
}) {
  const { status, requestedStatus, problem } = draft;
  const { label, tone } = invoiceDraftBadge({ status, requested_status: requestedStatus, problem });
  return <Badge tone={tone}>{label}</Badge>;
}
