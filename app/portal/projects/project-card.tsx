import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "react-router";
import type { OwnInvoice } from "#app/api/portal/invoices.ts";
import type { OwnProject } from "#app/api/portal/projects.ts";
import { createLazyComponent, useLazyComponent } from "#app/components/lazy-component.ts";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { ProgressBar } from "#app/ui/feedback/progress-bar.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { ChevronDown } from "#app/ui/icons.tsx";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { countOverdue } from "#domain/invoices/invoice.ts";
import { type Cents, formatDollars, toCents } from "#domain/money/money.ts";
import { listMilestonesBesideTimeline } from "#domain/projects/milestones-beside-timeline.ts";
import {
  hasTargetNote,
  type ProjectMoney,
  paymentProgressPercent,
  projectMoney,
  projectStatusBadge,
} from "#domain/projects/project.ts";
import { sectionUrl } from "../section-url.ts";
import { ProjectOverview, type ProjectRecords } from "./project-overview.tsx";
import { useLinkedHeading } from "./use-linked-heading.ts";

/** Most projects have no milestones. */
const lazyProjectMilestones = createLazyComponent(async () => {
  const { ProjectMilestones } = await import("./project-milestones.tsx");
  return ProjectMilestones;
});

/** Most visits open no timeline. */
const lazyOwnTimeline = createLazyComponent(async () => {
  const { OwnTimeline } = await import("./own-timeline.tsx");
  return OwnTimeline;
});

type ProjectCardProps = {
  project: OwnProject;
  records: ProjectRecords;
  /** The sum of the accepted proposals. Null if there are none that the user can read. */
  proposalValue: Cents | null;
  /** Whether the timeline is open. The card then spans all columns. */
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

export function ProjectCard({ project, records, proposalValue, isOpen, onOpenChange }: ProjectCardProps) {
  const { invoices, milestones } = records;
  const status = projectStatusBadge(project.status);
  const heading = useLinkedHeading(project.id);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isOpen) {
      // The card moves to its own row.
      button.current?.scrollIntoView({ block: "nearest" });
    }
  }, [isOpen]);
  const listed = isOpen ? listMilestonesBesideTimeline(milestones) : milestones;
  const ProjectMilestones = useLazyComponent(lazyProjectMilestones, { isNeeded: milestones.length > 0 });
  const OwnTimeline = useLazyComponent(lazyOwnTimeline, { isNeeded: isOpen });
  // Amounts of $0.00 would look as if everything were paid.
  const isNotInvoiced = invoices !== null && projectMoney(invoices).invoiceCount === 0;
  const { total_estimated_value: total } = project;
  const totalCents = total === null ? null : toCents(total);
  const timelineId = `timeline-${project.id}`;
  return (
    <article className="grid gap-4 rounded-medium border border-line bg-surface p-4 sm:p-6">
      <div className="flex min-w-0 flex-col gap-4">
        <div className="flex items-baseline justify-between gap-4">
          <h2 ref={heading} tabIndex={-1} className="min-w-0 scroll-mt-24 rounded-small text-18">
            {project.project_name}
          </h2>
          <Badge tone={status.tone}>{status.label}</Badge>
        </div>
        {project.description && <p className="text-14 text-muted">{project.description}</p>}
        <ProjectOverview project={project} records={records} />
        <dl className={classNames("grid grid-cols-2 gap-x-4 gap-y-3 text-14", isOpen && "xl:grid-cols-4")}>
          <Detail label="Due Date">
            {formatDate(project.target_completion_date)}
            {hasTargetNote(project) && <span className="block text-13 text-muted">Target completion</span>}
          </Detail>
          {totalCents !== null && (!isNotInvoiced || totalCents > 0) && (
            <Detail label="Total Value">{formatDollars(totalCents)}</Detail>
          )}
          {invoices && <InvoiceDetails projectId={project.id} invoices={invoices} />}
          {proposalValue !== null && <Detail label="Proposal value">{formatDollars(proposalValue)}</Detail>}
        </dl>
        {listed.length > 0 && ProjectMilestones && <ProjectMilestones milestones={listed} />}
        {invoices && !isNotInvoiced && (
          <ProgressBar label="Payment progress" percent={paymentProgressPercent(projectMoney(invoices))} />
        )}
        <Button
          ref={button}
          size="small"
          className="self-start"
          aria-expanded={isOpen}
          aria-controls={isOpen ? timelineId : undefined}
          aria-label={`Timeline for ${project.project_name}`}
          onClick={() => onOpenChange(!isOpen)}
        >
          <span className="inline-flex items-center gap-1.5">
            Timeline
            <ChevronDown
              aria-hidden="true"
              className={classNames("size-4 transition-transform", isOpen && "rotate-180")}
            />
          </span>
        </Button>
      </div>
      {isOpen &&
        (OwnTimeline ? (
          <OwnTimeline id={timelineId} project={project} milestones={milestones} invoices={invoices ?? []} />
        ) : (
          <div id={timelineId}>
            <Loading text="Loading timeline..." rows={2} />
          </div>
        ))}
    </article>
  );
}

type InvoiceDetailsProps = { projectId: string; invoices: readonly OwnInvoice[] };

/** The amounts exclude canceled invoices, which the linked list includes. */
function InvoiceDetails({ projectId, invoices }: InvoiceDetailsProps) {
  const money = projectMoney(invoices);
  const isInvoiced = money.invoiceCount > 0;
  const canceledCount = invoices.length - money.invoiceCount;
  return (
    <>
      <Detail label="Invoices">
        {invoices.length > 0 ? (
          <Link
            to={sectionUrl("billing", { project: projectId })}
            className="-my-0.5 relative inline-flex min-h-6 items-center rounded-small text-accent hover:underline after:absolute after:inset-x-0 pointer-coarse:after:-inset-y-2.5"
          >
            {isInvoiced
              ? `${money.invoiceCount} (${formatDollars(money.billedCents)} billed)`
              : `${canceledCount} canceled`}
          </Link>
        ) : (
          <span className="text-muted">None yet</span>
        )}
        {isInvoiced && canceledCount > 0 && (
          <span className="block text-13 text-muted">{canceledCount} canceled</span>
        )}
        {money.refundedCents > 0 && (
          <span className="block text-13 text-muted">{formatDollars(money.refundedCents)} refunded</span>
        )}
      </Detail>
      {isInvoiced && (
        <Detail label="Outstanding">
          <span className={outstandingClasses(money, invoices)}>{formatDollars(money.outstandingCents)}</span>
        </Detail>
      )}
    </>
  );
}

/** Red only if a payment is overdue. */
function outstandingClasses({ outstandingCents }: ProjectMoney, invoices: readonly OwnInvoice[]): string {
  if (outstandingCents <= 0) {
    return "text-positive";
  }
  return countOverdue(invoices) > 0 ? "text-negative" : "";
}

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-13 text-muted">{label}</dt>
      <dd className="tabular mt-0.5">{children}</dd>
    </div>
  );
}
