import { useQuery } from "@tanstack/react-query";
import { Plus, Users } from "lucide-react";
import { useState } from "react";
import type { MetaFunction } from "react-router";
import { CLIENT_SORTS, clientList, everyClient } from "#app/api/admin-clients.ts";
import { lastSync } from "#app/api/last-sync.ts";
import { asOf } from "#app/components/as-of.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { clientStatus } from "#domain/client.ts";
import { csvDollars } from "#domain/csv.ts";
import { ExportButton } from "../lists/export-button.tsx";
import { ListScreen } from "../lists/list-screen.tsx";
import { useListAddress } from "../lists/use-list-address.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { clientColumns } from "./client-columns.tsx";
import { NewClientDialog } from "./new-client-dialog.tsx";

export const meta: MetaFunction = () => pageMeta("Clients");

// Without a choice the list shows the active ones.
const statusOptions = [
  { value: "suspended", label: "Suspended" },
  { value: "all", label: "Active and suspended" },
];
const contexts: Record<string, string> = { suspended: "Suspended clients.", all: "All clients." };

export default function Clients() {
  const address = useListAddress(
    statusOptions.map(({ value }) => value),
    CLIENT_SORTS,
  );
  const { search, status, page, sort } = address;
  const clients = useQuery(clientList({ search, status, page, sort }));
  const [isCreating, setIsCreating] = useState(false);
  const synced = useQuery(lastSync("admin"));
  return (
    <>
      <PageHead
        title="Clients"
        context={`${contexts[status] ?? "Active clients."}${synced.data ? ` Amounts ${asOf(synced.data, new Date())}.` : ""}`}
        action={
          <>
            <ExportButton name="clients" rows={() => clientRows({ search, status })} />
            <Button
              tone="primary"
              icon={<Plus aria-hidden="true" className="size-4" />}
              onClick={() => setIsCreating(true)}
            >
              Create New Client
            </Button>
          </>
        }
      />
      <ListScreen
        noun="client"
        address={address}
        page={clients}
        columns={clientColumns}
        rowKey={({ id }) => id}
        searches="Search company, contact or email"
        filter={{ label: "Filter by status", placeholder: "Active", options: statusOptions }}
        adjust="Try adjusting your search"
        empty={
          <EmptyState
            icon={<Users className="size-6" />}
            title="No clients yet"
            hint="Clients will appear here as they are added"
            action={<Button onClick={() => setIsCreating(true)}>Create your first client</Button>}
          />
        }
      />
      {isCreating && <NewClientDialog onClose={() => setIsCreating(false)} />}
    </>
  );
}

async function clientRows(narrowed: { search: string; status: string }): Promise<string[][]> {
  const clients = await everyClient(narrowed);
  return [
    ["Company", "Contact", "Email", "Balance (USD)", "Invoices", "Status", "Client since"],
    ...clients.map((client) => [
      client.company,
      client.contactPerson,
      client.email,
      csvDollars(client.balanceCents),
      String(client.invoiceCount),
      clientStatus(client.status).label,
      client.joinedDate,
    ]),
  ];
}
