import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { auditLogQuery } from "#app/api/admin/settings/audit-log.ts";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { ScrollText } from "#app/ui/icons.tsx";
import { AUDITED_TABLES, type AuditEntry, getTableLabel } from "#domain/audit/audit-entry.ts";
import { ListScreen } from "../../lists/list-screen.tsx";
import { useListParams } from "../../lists/use-list-params.ts";
import { SectionHeader } from "../section-header.tsx";
import { createAuditColumns } from "./audit-columns.tsx";
import { AuditEntryDialog } from "./audit-entry-dialog.tsx";

const SUBJECT_OPTIONS = AUDITED_TABLES.map((table) => ({
  value: table,
  label: getTableLabel(table).charAt(0).toUpperCase() + getTableLabel(table).slice(1),
}));

export function AuditLog() {
  const controls = useListParams(AUDITED_TABLES);
  const { search, status: table, page } = controls;
  const entries = useQuery(auditLogQuery({ search, table, page }));
  const [openEntry, setOpenEntry] = useState<AuditEntry | null>(null);
  return (
    <section aria-label="Audit log">
      <SectionHeader
        title="Audit log"
        description="Every administrator action, recorded by the database. Entries can't be edited or deleted in the product."
      />
      <ListScreen
        noun="entry"
        texts={{
          label: "Audit log",
          loading: "Loading audit log...",
          error: "We couldn't load the audit log.",
        }}
        controls={controls}
        page={entries}
        columns={createAuditColumns(setOpenEntry)}
        rowKey={({ id }) => String(id)}
        cardsBelow="xl"
        searchLabel="Search actor, action or ID"
        filter={{ label: "Filter by target", placeholder: "All targets", options: SUBJECT_OPTIONS }}
        notFoundHint="Try adjusting your search"
        empty={
          <EmptyState
            icon={<ScrollText className="size-6" />}
            title="No activity yet"
            hint="Administrator actions appear here"
          />
        }
      />
      {openEntry && <AuditEntryDialog entry={openEntry} onClose={() => setOpenEntry(null)} />}
    </section>
  );
}
