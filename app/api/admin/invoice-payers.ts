import { queryOptions } from "@tanstack/react-query";
import { INVOICE_LIST_KEY } from "#app/api/admin/invoices.ts";
import { unwrap } from "#app/api/client/api-error.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import type { Payer } from "#domain/square/payer.ts";

/** An invoice without a client. The payer's columns are null if Square has no customer for it. */
export type UnassignedInvoice = Payer & { id: string };

/** Which of these invoices have no client, by their id in Square. */
export function unassignedInvoicesQuery(squareInvoiceIds: readonly string[]) {
  return queryOptions({
    // An assignment changes the list.
    queryKey: [INVOICE_LIST_KEY, "unassigned", squareInvoiceIds],
    queryFn: async (): Promise<ReadonlyMap<string, UnassignedInvoice>> => {
      if (squareInvoiceIds.length === 0) {
        return new Map();
      }
      const supabase = await getSupabase("admin");
      const invoices = unwrap(
        await supabase
          .from("invoice_list")
          .select("id, square_invoice_id, payer_name, payer_email")
          .is("client_id", null)
          .in("square_invoice_id", squareInvoiceIds),
      );
      return new Map(
        invoices.flatMap(({ square_invoice_id, ...invoice }) =>
          square_invoice_id ? [[square_invoice_id, invoice] as const] : [],
        ),
      );
    },
  });
}
