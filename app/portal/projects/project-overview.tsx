import { Link } from "react-router";
import type { ListedFinding } from "#app/api/portal/findings.ts";
import type { OwnInvoice } from "#app/api/portal/invoices.ts";
import type { OwnProject } from "#app/api/portal/projects.ts";
import type { DocumentRow } from "#app/api/shared/documents.ts";
import type { ProjectMilestone } from "#app/api/shared/proposals.ts";
import { findDueMilestone } from "#domain/clients/next-events.ts";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { openFindingsLabel } from "#domain/findings/open-summary.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import { sectionUrl } from "../section-url.ts";

export type ProjectRecords = {
  findings: readonly ListedFinding[];
  documents: readonly DocumentRow[];
  /** Null for roles that cannot see invoices. */
  invoices: readonly OwnInvoice[] | null;
  milestones: readonly ProjectMilestone[];
};

/** Links to a project's findings and documents with their counts, and the date of its next milestone. */
export function ProjectOverview({ project, records }: { project: OwnProject; records: ProjectRecords }) {
  const { findings, documents, milestones } = records;
  const next = findDueMilestone([project], milestones, firmToday(new Date()));
  const params = { project: project.id };
  const links = [
    { label: openFindingsLabel(findings), to: sectionUrl("findings", { ...params, state: "open" }) },
    {
      label: documents.length > 0 && formatCount(documents.length, "document"),
      to: sectionUrl("documents", params),
    },
  ].filter(({ label }) => label);
  const milestone = next && `Next milestone: ${formatDate(next.date)}`;
  if (links.length === 0 && !milestone) {
    return null;
  }
  return (
    <ul aria-label={`${project.project_name} at a glance`} className="flex flex-wrap gap-x-5 gap-y-1 text-14">
      {links.map(({ label, to }) => (
        <li key={to}>
          <Link
            to={to}
            className="inline-flex min-h-6 items-center rounded-small text-accent hover:underline pointer-coarse:min-h-11"
          >
            {label}
          </Link>
        </li>
      ))}
      {milestone && (
        <li className="tabular flex min-h-6 items-center text-muted pointer-coarse:min-h-11">{milestone}</li>
      )}
    </ul>
  );
}
