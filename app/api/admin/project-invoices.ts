import { queryOptions } from "@tanstack/react-query";
import { adminApi } from "#app/api/admin/admin-api.ts";
import { ApiError, unwrap } from "#app/api/client/api-error.ts";
import { readJson } from "#app/api/client/read-response.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import type { LinkInvoices } from "#domain/invoices/assignment/link-invoices.ts";

const COLUMNS = `
  id, invoice_number, description, amount, total_paid_amount, refunded_amount, pending_refund_amount, status,
  square_status, is_processing, is_scheduled, due_date, next_payment_due_date, next_payment_amount, project_id,
  square_payment_url, payment_schedule`;

/** Query key prefix for the lists that change when invoices are linked. */
export const PROJECT_INVOICES_KEY = "project-invoices";

async function fetchLinkedInvoices(projectId: string) {
  const supabase = await getSupabase("admin");
  return unwrap(
    await supabase
      .from("invoices")
      .select(COLUMNS)
      .eq("project_id", projectId)
      .order("due_date", { ascending: false })
      .order("id"),
  );
}

/** An invoice with the columns shown on project pages and in project dialogs. */
export type ProjectInvoice = Awaited<ReturnType<typeof fetchLinkedInvoices>>[number];

/** Invoices linked to a project, including cancelled ones, latest due date first. */
export function linkedInvoicesQuery(projectId: string) {
  return queryOptions({
    queryKey: [PROJECT_INVOICES_KEY, "linked", projectId],
    queryFn: () => fetchLinkedInvoices(projectId),
  });
}

/**
 * A client's invoices that can be linked to a project: not linked to one and not cancelled. Latest due date first.
 */
export function unlinkedInvoicesQuery(clientId: string) {
  return queryOptions({
    queryKey: [PROJECT_INVOICES_KEY, "unlinked", clientId],
    queryFn: async () => {
      const supabase = await getSupabase("admin");
      return unwrap(
        await supabase
          .from("invoices")
          .select(COLUMNS)
          .eq("client_id", clientId)
          .is("project_id", null)
          .neq("status", "cancelled")
          .order("due_date", { ascending: false })
          .order("id"),
      );
    },
  });
}

/**
 * Links all of the invoices to a project, or none of them.
 * @returns the number of newly linked invoices
 * @throws {ApiError}
 */
export async function linkInvoices(request: LinkInvoices): Promise<number> {
  const { linkedCount } = await readJson(adminApi.projects["link-invoices"].$post({ json: request }));
  return linkedCount;
}

/** @throws {ApiError} 404 if no invoice was changed. */
export async function unlinkInvoice(invoiceId: string): Promise<void> {
  const supabase = await getSupabase("admin");
  const updated = unwrap(
    await supabase.from("invoices").update({ project_id: null }).eq("id", invoiceId).select("id"),
  );
  if (updated.length === 0) {
    throw new ApiError({ status: 404, code: "", message: "No invoice was changed." });
  }
}
