import { useQuery } from "@tanstack/react-query";
import { SearchX, Users } from "lucide-react";
import type { MetaFunction } from "react-router";
import { asOf } from "#app/components/as-of.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { clientList } from "#app/data/admin-clients.ts";
import { lastSync } from "#app/data/last-sync.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { Loading } from "#app/ui/skeleton.tsx";
import { ListFoot } from "../lists/list-foot.tsx";
import { ListSearch } from "../lists/list-search.tsx";
import { ListSurface } from "../lists/list-surface.tsx";
import { useListAddress } from "../lists/use-list-address.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { ClientTable } from "./client-table.tsx";

export const meta: MetaFunction = () => pageMeta("Clients");

export default function Clients() {
  const { search, page, change } = useListAddress();
  const clients = useQuery(clientList({ search, page }));
  const synced = useQuery(lastSync("admin"));
  return (
    <>
      <PageHead
        title="Clients"
        context={`Active clients, by company.${synced.data ? ` Amounts ${asOf(synced.data, new Date())}.` : ""}`}
      />
      <div className="mb-4">
        <ListSearch
          label="Search company, contact or email"
          value={search}
          onSearch={(text) => change({ search: text })}
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
              search ? (
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
    </>
  );
}
