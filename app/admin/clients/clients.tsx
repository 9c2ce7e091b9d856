import { useQuery } from "@tanstack/react-query";
import { Plus, SearchX, Users } from "lucide-react";
import { useState } from "react";
import type { MetaFunction } from "react-router";
import { asOf } from "#app/components/as-of.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { clientList } from "#app/data/admin-clients.ts";
import { lastSync } from "#app/data/last-sync.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { BareSelect } from "#app/ui/select.tsx";
import { Loading } from "#app/ui/skeleton.tsx";
import { ListFoot } from "../lists/list-foot.tsx";
import { ListSearch } from "../lists/list-search.tsx";
import { ListSurface } from "../lists/list-surface.tsx";
import { useListAddress } from "../lists/use-list-address.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { ClientTable } from "./client-table.tsx";
import { NewClientDialog } from "./new-client-dialog.tsx";

export const meta: MetaFunction = () => pageMeta("Clients");

// Without a choice the list shows the active ones.
const statusOptions = [
  { value: "suspended", label: "Suspended" },
  { value: "all", label: "Active and suspended" },
];
const contexts: Record<string, string> = {
  suspended: "Suspended clients, by company.",
  all: "All clients, by company.",
};

export default function Clients() {
  const { search, status, page, change } = useListAddress(statusOptions.map(({ value }) => value));
  const clients = useQuery(clientList({ search, status, page }));
  const [isCreating, setIsCreating] = useState(false);
  const synced = useQuery(lastSync("admin"));
  return (
    <>
      <PageHead
        title="Clients"
        context={`${contexts[status] ?? "Active clients, by company."}${synced.data ? ` Amounts ${asOf(synced.data, new Date())}.` : ""}`}
        action={
          <Button
            tone="primary"
            icon={<Plus aria-hidden="true" className="size-4" />}
            onClick={() => setIsCreating(true)}
          >
            Create New Client
          </Button>
        }
      />
      <div className="mb-4 flex flex-wrap gap-3">
        <ListSearch
          label="Search company, contact or email"
          value={search}
          onSearch={(text) => change({ search: text })}
        />
        <BareSelect
          aria-label="Filter by status"
          placeholder="Active"
          options={statusOptions}
          value={status}
          onChange={(event) => change({ status: event.currentTarget.value })}
        />
      </div>
      <Loaded
        query={clients}
        failed="The clients could not be loaded."
        loading={<Loading text="Loading clients..." rows={6} />}
      >
        {(found) => (
          <ListSurface
            table={found.rows.length > 0 && <ClientTable clients={found.rows} />}
            empty={
              search || status ? (
                <EmptyState
                  icon={<SearchX className="size-6" />}
                  title="No clients found"
                  hint="Try adjusting your search"
                />
              ) : (
                <EmptyState
                  icon={<Users className="size-6" />}
                  title="No clients yet"
                  hint="Clients will appear here as they are added"
                />
              )
            }
            foot={<ListFoot page={found} noun="clients" onPage={(wanted) => change({ page: wanted })} />}
          />
        )}
      </Loaded>
      {isCreating && <NewClientDialog onClose={() => setIsCreating(false)} />}
    </>
  );
}
