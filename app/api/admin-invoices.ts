import { queryOptions } from "@tanstack/react-query";
import { callApi } from "#app/api/api.ts";
import { backend } from "#app/api/backend.ts";
import { ApiFailure, dataOf } from "#app/api/failure.ts";
import type { LinkInvoices } from "#domain/link-invoices.ts";

const LISTED =
  "id, invoice_number, description, amount, total_paid_amount, status, due_date, project_id, square_payment_url, payment_schedule";

/** First part of the keys of the lists that linking changes. */
export const PROJECT_INVOICES = "project-invoices";

async function fetchLinked(projectId: string) {
  const admin = await backend("admin");
  return dataOf(
    await admin
      .from("invoices")
      .select(LISTED)
      .eq("project_id", projectId)
      .order("due_date", { ascending: false })
      .order("id"),
  );
}

/** An invoice as the lists of a project show it. */
export type ProjectInvoice = Awaited<ReturnType<typeof fetchLinked>>[number];

/** The invoices linked to a project, the last due first; cancelled ones too. */
export function linkedInvoices(projectId: string) {
  return queryOptions({
    queryKey: [PROJECT_INVOICES, "linked", projectId],
    queryFn: () => fetchLinked(projectId),
  });
}

/** The invoices of a client that no project holds, the last due first. */
export function unlinkedInvoices(clientId: string) {
  return queryOptions({
    queryKey: [PROJECT_INVOICES, "unlinked", clientId],
    queryFn: async () => {
      const admin = await backend("admin");
      return dataOf(
        await admin
          .from("invoices")
          .select(LISTED)
          .eq("client_id", clientId)
          .is("project_id", null)
          .order("due_date", { ascending: false })
          .order("id"),
      );
    },
  });
}

/** Links all the invoices to the project, or none. @returns how many were not linked to it before. @throws ApiFailure */
export async function linkInvoices(request: LinkInvoices): Promise<number> {
  const answer = await callApi<{ linkedCount: number }>("admin", "/api/admin/projects/link-invoices", {
    method: "POST",
    body: request,
  });
  return answer.linkedCount;
}

/** Takes an invoice off its project. @throws ApiFailure when nothing was changed. */
export async function unlinkInvoice(invoiceId: string): Promise<void> {
  const admin = await backend("admin");
  const changed = dataOf(
    await admin.from("invoices").update({ project_id: null }).eq("id", invoiceId).select("id"),
  );
  if (changed.length === 0)
    throw new ApiFailure({ status: 404, code: "", message: "No invoice was changed." });
}
