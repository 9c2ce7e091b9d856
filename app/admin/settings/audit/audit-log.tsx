import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  type AuditLogFilter,
  auditLogQuery,
  fetchAllAuditEntries,
} from "#app/api/admin/settings/audit-log.ts";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { ScrollText } from "#app/ui/icons.tsx";
import {
  AUDITED_TABLES,
  type AuditEntry,
  formatChanges,
  getActionLabel,
  getTableLabel,
  getTargetName,
} from "#domain/audit/audit-entry.ts";
import { DateRangeFields, toInstants, useDateRange } from "../../lists/date-range.tsx";
import { ExportButton } from "../../lists/export-button.tsx";
import { ListScreen } from "../../lists/list-screen.tsx";
import { useListParams } from "../../lists/use-list-params.ts";
import { SectionHeader } from "../section-header.tsx";
import { AuditCard } from "./audit-card.tsx";
import { createAuditColumns } from "./audit-columns.tsx";
import { AuditEntryDialog } from "./audit-entry-dialog.tsx";

const SUBJECT_OPTIONS = AUDITED_TABLES.map((table) => ({
  value: table,
  label: getTableLabel(table).charAt(0).toUpperCase() + getTableLabel(table).slice(1),
}));

export function AuditLog() {
  const controls = useListParams(AUDITED_TABLES);
  const { search, status: table, page } = controls;
  const range = useDateRange();
  const filter = { search, table, ...toInstants(range) };
  const entries = useQuery(auditLogQuery({ ...filter, page }));
  const [openEntry, setOpenEntry] = useState<AuditEntry | null>(null);
  return (
    <section aria-label="Audit log">
      <SectionHeader
        title="Audit log"
        description="Every administrator action, recorded by the database. Entries can't be edited or deleted in the product."
        action={
          <ExportButton
            name="audit-log"
            fetchRows={() => fetchCsvRows(filter)}
            isEmpty={entries.data?.total === 0}
          />
        }
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
        renderCard={(entry) => <AuditCard entry={entry} onOpen={setOpenEntry} />}
        rowKey={({ id }) => String(id)}
        cardsBelow={800}
        searchLabel="Search actor, action or target"
        filter={{ label: "Filter by target", placeholder: "All targets", options: SUBJECT_OPTIONS }}
        tools={<DateRangeFields range={range} controls={controls} />}
        filterParams={["from", "to"]}
        activeToolCount={[range.from, range.to].filter((date) => date !== null).length}
        isFiltered={range.from !== null || range.to !== null}
        notFoundHint="Try adjusting your search or dates"
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

/** One row per change. Changes of a request have the same entry. */
async function fetchCsvRows(filter: AuditLogFilter): Promise<string[][]> {
  const entries = await fetchAllAuditEntries(filter);
  return [
    ["Entry", "Time (UTC)", "Actor", "Actor email", "Action", "Target", "Client", "ID", "Changes"],
    ...entries.map((entry) => [
      String(entry.part_of ?? entry.id),
      entry.at,
      entry.actor_name ?? "",
      entry.actor,
      getActionLabel(entry),
      getTargetName(entry) ?? "",
      entry.client_name ?? "",
      entry.row_id ?? "",
      formatChanges(entry),
    ]),
  ];
}
