import type { ReactNode } from "react";
import type { ListedProject } from "#app/api/admin/projects.ts";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { formatDollars } from "#domain/money/money.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import { OutstandingAmount } from "../lists/outstanding-amount.tsx";
import { CardDetail, RecordCard } from "../lists/record-card.tsx";
import { RecordName } from "../lists/record-name.tsx";
import { projectPath } from "../shell/admin-pages.ts";
import { ProjectStatusSelect } from "./project-status-select.tsx";

/** A project on a narrow screen. */
export function ProjectCard({ listed, menu }: { listed: ListedProject; menu: ReactNode }) {
  const { project, company, valueCents, proposalCents, invoiceCount, billedCents, refundedCents } = listed;
  const due = project.target_completion_date;
  return (
    <RecordCard
      title={<RecordName to={projectPath(project.id)} name={project.project_name} />}
      owner={<RecordName to={`/admin/clients/${project.client_id}`} name={company} />}
      amount={invoiceCount > 0 && <Outstanding cents={listed.outstandingCents} />}
      menu={menu}
      status={<ProjectStatusSelect project={project} />}
    >
      <CardDetail label="Due" value={due ? formatDate(due) : null} />
      <CardDetail label="Value" value={formatDollars(valueCents)} />
      <CardDetail label="Proposal" value={proposalCents === null ? null : formatDollars(proposalCents)} />
      <CardDetail value={formatCount(invoiceCount, "invoice")} />
      {/* The value is usually what was billed. */}
      <CardDetail label="Billed" value={billedCents === valueCents ? null : formatDollars(billedCents)} />
      <CardDetail label="Refunded" value={refundedCents > 0 ? formatDollars(refundedCents) : null} />
    </RecordCard>
  );
}

function Outstanding({ cents }: { cents: ListedProject["outstandingCents"] }) {
  return (
    <>
      <OutstandingAmount cents={cents} zeroStyle="positive" />
      {/* Screen readers get the label from the amount. */}
      <span aria-hidden="true" className="block font-normal text-13 text-muted">
        {cents > 0 ? "outstanding" : "settled"}
      </span>
    </>
  );
}
