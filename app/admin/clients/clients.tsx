import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { MetaFunction } from "react-router";
import { CLIENT_SORT_COLUMNS, clientListQuery, fetchAllClients } from "#app/api/admin/clients.ts";
import type { ListParams } from "#app/api/admin/list-page.ts";
import { type OverdueByClient, overdueByClientQuery } from "#app/api/admin/overdue-by-client.ts";
import { lastSyncQuery } from "#app/api/shared/last-sync.ts";
import { formatSquareFreshness } from "#app/components/updated-at.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Plus, Users } from "#app/ui/icons.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { type ClientStatus, clientStatusBadge } from "#domain/clients/client.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { formatCsvDollars } from "#domain/text/csv.ts";
import { ExportButton } from "../lists/export-button.tsx";
import { ListMenu } from "../lists/list-menu.tsx";
import { ListScreen } from "../lists/list-screen.tsx";
import { useListParams } from "../lists/use-list-params.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { ClientCard } from "./client-card.tsx";
import { createClientColumns } from "./client-columns.tsx";
import { NewClientDialog } from "./new-client-dialog.tsx";

export const meta: MetaFunction = () => pageMeta("Clients");

// The list shows active clients by default.
const STATUS_OPTIONS = [
  { value: "suspended", label: "Suspended" },
  { value: "all", label: "Active and suspended" },
] as const;
const SUBTITLES: Record<string, string> = { suspended: "Suspended clients", all: "All clients" };

const NOTHING_OVERDUE: OverdueByClient = new Map();

export default function Clients() {
  const controls = useListParams(
    STATUS_OPTIONS.map(({ value }) => value),
    CLIENT_SORT_COLUMNS,
  );
  const { search, status, page, sort } = controls;
  const today = firmToday(new Date());
  const clients = useQuery(clientListQuery({ search, status, page, sort, today }));
  const csv = { name: "clients", fetchRows: () => fetchCsvRows({ search, status }) };
  const clientIds = clients.data?.rows.map(({ id }) => id) ?? [];
  const { data: overdue = NOTHING_OVERDUE } = useQuery(overdueByClientQuery(clientIds, today));
  const [isCreating, setIsCreating] = useState(false);
  const lastSync = useQuery(lastSyncQuery("admin"));
  return (
    <>
      <PageHeader
        title="Clients"
        subtitle={`${SUBTITLES[status] ?? "Active clients"}${lastSync.data ? ` · ${formatSquareFreshness(lastSync.data, new Date())}` : ""}`}
        action={
          <>
            <div className="max-sm:hidden">
              <ExportButton {...csv} />
            </div>
            <Button
              tone="primary"
              icon={<Plus aria-hidden="true" className="size-4" />}
              onClick={() => setIsCreating(true)}
            >
              Create New Client
            </Button>
          </>
        }
        phoneMenu={<ListMenu csv={csv} />}
      />
      <ListScreen
        noun="client"
        controls={controls}
        page={clients}
        columns={createClientColumns(overdue)}
        renderCard={(client) => <ClientCard client={client} overdueCents={overdue.get(client.id)} />}
        cardsBelow={640}
        rowKey={({ id }) => id}
        searchLabel="Search company, contact or email"
        filter={{
          label: "Filter by status",
          placeholder: "Active",
          options: STATUS_OPTIONS,
          allOption: "all",
        }}
        notFoundHint="Try adjusting your search"
        defaultOrder="company"
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

async function fetchCsvRows(
  filter: Pick<ListParams<ClientStatus | "all">, "search" | "status">,
): Promise<string[][]> {
  const clients = await fetchAllClients(filter);
  return [
    ["Company", "Contact", "Email", "Balance (USD)", "Invoices", "Status", "Client since"],
    ...clients.map((client) => [
      client.company,
      client.contactPerson,
      client.email,
      formatCsvDollars(client.balanceCents),
      String(client.invoiceCount),
      clientStatusBadge(client.status).label,
      client.joinedDate,
    ]),
  ];
}
