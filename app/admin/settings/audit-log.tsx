import { useQuery } from "@tanstack/react-query";
import { ScrollText, SearchX } from "lucide-react";
import { useState } from "react";
import { auditLog } from "#app/api/admin-audit.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { BareSelect } from "#app/ui/select.tsx";
import { Loading } from "#app/ui/skeleton.tsx";
import { AUDITED_TABLES, type AuditEntry, nounOf } from "#domain/audit.ts";
import { ListFoot } from "../lists/list-foot.tsx";
import { ListSearch } from "../lists/list-search.tsx";
import { ListSurface } from "../lists/list-surface.tsx";
import { useListAddress } from "../lists/use-list-address.ts";
import { AuditEntryDialog } from "./audit-entry-dialog.tsx";
import { AuditTable } from "./audit-table.tsx";
import { SectionHead } from "./section-head.tsx";

const tableOptions = AUDITED_TABLES.map((table) => ({
  value: table,
  label: nounOf(table).charAt(0).toUpperCase() + nounOf(table).slice(1),
}));

/** Every act of an administrator: who, what, before and after. */
export function AuditLog() {
  const { search, status: table, page, change } = useListAddress(AUDITED_TABLES);
  const entries = useQuery(auditLog({ search, table, page }));
  const [opened, setOpened] = useState<AuditEntry | null>(null);
  return (
    <section aria-label="Audit log">
      <SectionHead
        title="Audit log"
        context="What administrators did, written by the database itself. Nobody can change it from here or from anywhere else in the product."
      />
      <div className="mb-4 flex flex-wrap gap-3">
        <ListSearch
          label="Search who, what or id"
          value={search}
          onSearch={(text) => change({ search: text })}
        />
        <BareSelect
          aria-label="Filter by subject"
          placeholder="All subjects"
          options={tableOptions}
          value={table}
          onChange={(event) => change({ status: event.currentTarget.value })}
        />
      </div>
      <Loaded
        query={entries}
        failed="The audit log could not be loaded."
        loading={<Loading text="Loading the audit log..." rows={6} />}
      >
        {(found) => (
          <ListSurface
            table={found.rows.length > 0 && <AuditTable entries={found.rows} onOpen={setOpened} />}
            empty={
              search || table ? (
                <EmptyState
                  icon={<SearchX className="size-6" />}
                  title="No entries found"
                  hint="Try adjusting your search"
                />
              ) : (
                <EmptyState
                  icon={<ScrollText className="size-6" />}
                  title="Nothing happened yet"
                  hint="What administrators do appears here"
                />
              )
            }
            foot={<ListFoot page={found} noun="entry" onPage={(wanted) => change({ page: wanted })} />}
          />
        )}
      </Loaded>
      {opened && <AuditEntryDialog entry={opened} onClose={() => setOpened(null)} />}
    </section>
  );
}
