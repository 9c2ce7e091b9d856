import { Link } from "react-router";
import type { ListedFinding } from "#app/api/portal/findings.ts";
import type { OwnInvoice } from "#app/api/portal/invoices.ts";
import type { OwnProject } from "#app/api/portal/projects.ts";
import type { DocumentRow } from "#app/api/shared/documents.ts";
import type { ProjectMilestone } from "#app/api/shared/proposals.ts";
import { findNextProjectEvent } from "#domain/clients/next-events.ts";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { openFindingsLabel } from "#domain/findings/open-summary.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { projectMoney } from "#domain/projects/project.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import { sectionUrl } from "../section-url.ts";

export type ProjectContent = {
  findings: readonly ListedFinding[];
  documents: readonly DocumentRow[];
  /** Null for roles that cannot see invoices. */
  invoices: readonly OwnInvoice[] | null;
  milestones: readonly ProjectMilestone[];
};

/** Links to what belongs to a project, with numbers, and the date of its next milestone. */
export function ProjectLinks({ project, content }: { project: OwnProject; content: ProjectContent }) {
  const { findings, documents, invoices, milestones } = content;
  const invoiceCount = invoices ? projectMoney(invoices).invoiceCount : 0;
  const next = findNextProjectEvent([project], milestones, {
    today: firmToday(new Date()),
    canAccept: false,
  });
  const params = { project: project.id };
  const links = [
    { label: openFindingsLabel(findings), to: sectionUrl("findings", { ...params, state: "open" }) },
    {
      label: documents.length > 0 && formatCount(documents.length, "document"),
      to: sectionUrl("documents", params),
    },
    { label: invoiceCount > 0 && formatCount(invoiceCount, "invoice"), to: sectionUrl("billing", params) },
  ].filter(({ label }) => label);
  const milestone = next?.kind === "milestone" && `Next milestone ${formatDate(next.date)}`;
  if (links.length === 0 && !milestone) {
    return null;
  }
  return (
    <ul aria-label={`Content of ${project.project_name}`} className="flex flex-wrap gap-x-5 gap-y-1 text-14">
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
