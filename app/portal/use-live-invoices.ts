import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { activityKey } from "#app/api/portal/activity.ts";
import { latestInvoiceChangeQuery, ownInvoicesQuery } from "#app/api/portal/invoices.ts";
import { ownProjectsQuery } from "#app/api/portal/projects.ts";
import { lastSyncQuery } from "#app/api/shared/last-sync.ts";
import { useCurrentClient } from "./current-client.ts";

/**
 * The client's invoices, refetched when any of them changes, for example after a payment. Polling pauses
 * while the page is hidden.
 */
export function useLiveInvoices() {
  const { id } = useCurrentClient();
  const queryClient = useQueryClient();
  const invoices = useQuery(ownInvoicesQuery(id));
  const latestChange = useQuery(latestInvoiceChangeQuery(id)).data;
  const lastHandledChange = useRef<string | null>(null);

  const loadedInvoices = invoices.data;
  useEffect(() => {
    if (!latestChange || !loadedInvoices || latestChange === lastHandledChange.current) {
      return;
    }
    // The database formats all timestamps the same way, so string comparison is safe.
    if (loadedInvoices.some((invoice) => invoice.updated_at === latestChange)) {
      return;
    }
    lastHandledChange.current = latestChange;
    for (const { queryKey } of [ownInvoicesQuery(id), ownProjectsQuery(id), lastSyncQuery("client")]) {
      void queryClient.invalidateQueries({ queryKey });
    }
    void queryClient.invalidateQueries({ queryKey: activityKey(id) });
  }, [queryClient, id, loadedInvoices, latestChange]);

  return invoices;
}
