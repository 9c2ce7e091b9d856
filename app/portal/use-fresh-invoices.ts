import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { newestInvoiceChange, ownInvoices } from "#app/api/invoices.ts";
import { lastSync } from "#app/api/last-sync.ts";
import { ownProjects } from "#app/api/projects.ts";
import { useCurrentClient } from "./current-client.ts";

/**
 * The client's invoices, and a look every few seconds whether one has changed: a payment shows by itself. Nothing is
 * asked while the page is hidden.
 */
export function useFreshInvoices() {
  const { id } = useCurrentClient();
  const answers = useQueryClient();
  const invoices = useQuery(ownInvoices(id));
  const newest = useQuery(newestInvoiceChange(id)).data;
  const answeredFor = useRef<string | null>(null);

  const listed = invoices.data;
  useEffect(() => {
    if (!newest || !listed || newest === answeredFor.current) return;
    // Instants as the database writes them, all alike: equal texts are equal instants.
    if (listed.some((invoice) => invoice.updated_at === newest)) return;
    answeredFor.current = newest;
    for (const { queryKey } of [ownInvoices(id), ownProjects(id), lastSync("client")])
      void answers.invalidateQueries({ queryKey });
  }, [answers, id, listed, newest]);

  return invoices;
}
