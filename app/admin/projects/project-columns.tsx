import type { ListedProject } from "#app/api/admin/projects.ts";
import { Button } from "#app/ui/button.tsx";
import { CalendarRange, Flag, Link2, Pencil, ReceiptText, ShieldCheck } from "#app/ui/icons.tsx";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { formatDollars } from "#domain/money/money.ts";
import { MoreMenu } from "../lists/more-menu.tsx";
import { OutstandingAmount } from "../lists/outstanding-amount.tsx";
import { RecordName } from "../lists/record-name.tsx";
import type { ListColumn } from "../lists/sortable-columns.tsx";
import { projectPath } from "../shell/admin-pages.ts";
import { ProjectStatusSelect } from "./project-status-select.tsx";

export type ProjectAction = "edit" | "link" | "view" | "timeline" | "milestones" | "assessment";

type OnAction = (action: ProjectAction, listed: ListedProject) => void;

const ROW_ACTIONS: ReadonlyArray<{ action: ProjectAction; label: string; icon: typeof Pencil }> = [
  { action: "link", label: "Link invoices", icon: Link2 },
  { action: "view", label: "View linked invoices", icon: ReceiptText },
  { action: "timeline", label: "Timeline", icon: CalendarRange },
  { action: "milestones", label: "Milestones", icon: Flag },
  { action: "assessment", label: "Assessment and report", icon: ShieldCheck },
  { action: "edit", label: "Edit project", icon: Pencil },
];

const DATA_COLUMNS: ReadonlyArray<ListColumn<ListedProject>> = [
  {
    key: "project",
    header: "Project",
    sort: "project_order",
    isLongText: true,
    cell: ({ project }) => <RecordName to={projectPath(project.id)} name={project.project_name} />,
  },
  {
    key: "client",
    header: "Client",
    sort: "company_order",
    cell: ({ company, project }) => <RecordName to={`/admin/clients/${project.client_id}`} name={company} />,
  },
  {
    key: "status",
    header: "Status",
    sort: "status",
    cell: ({ project }, layout) => (
      // The select is as high as a row of the table.
      <div className={layout === "table" ? "-my-1.5" : undefined}>
        <ProjectStatusSelect project={project} />
      </div>
    ),
  },
  {
    key: "due",
    header: "Due Date",
    sort: "target_completion_date",
    cell: ({ project }) => (
      <span className="tabular whitespace-nowrap">{formatDate(project.target_completion_date)}</span>
    ),
  },
  {
    key: "value",
    header: "Value",
    sort: "total_estimated_value",
    align: "end",
    cell: ({ valueCents, proposalCents }) => (
      <>
        <span className="block whitespace-nowrap">{formatDollars(valueCents)}</span>
        {proposalCents !== null && (
          <span className="block whitespace-nowrap text-13 text-muted">
            Proposal: {formatDollars(proposalCents)}
          </span>
        )}
      </>
    ),
  },
  {
    key: "invoices",
    header: "Invoices",
    sort: "invoice_count",
    align: "end",
    cell: ({ invoiceCount, billedCents, refundedCents }) => (
      <>
        <span className="block whitespace-nowrap">
          {invoiceCount} <span className="text-13 text-muted">· {formatDollars(billedCents)} billed</span>
        </span>
        {refundedCents > 0 && (
          <span className="block whitespace-nowrap text-13 text-muted">
            {formatDollars(refundedCents)} refunded
          </span>
        )}
      </>
    ),
  },
  {
    key: "outstanding",
    header: "Outstanding",
    sort: "outstanding",
    align: "end",
    cell: ({ invoiceCount, outstandingCents }) =>
      invoiceCount === 0 ? (
        <span className="text-muted">
          <span aria-hidden="true">—</span>
          <span className="sr-only">No invoices</span>
        </span>
      ) : (
        <OutstandingAmount cents={outstandingCents} zeroStyle="positive" />
      ),
  },
];

export function createProjectColumns(onAction: OnAction): ReadonlyArray<ListColumn<ListedProject>> {
  return [
    ...DATA_COLUMNS,
    {
      key: "actions",
      header: "Actions",
      isActions: true,
      // Cards have a menu in their first line.
      cell: (listed, layout) => layout === "table" && <RowActions listed={listed} onAction={onAction} />,
    },
  ];
}

type RowActionsProps = { listed: ListedProject; onAction: OnAction };

/** A menu with all actions. */
export function ProjectMenu({ listed, onAction }: RowActionsProps) {
  return <MoreMenu name={listed.project.project_name} entries={listEntries(listed, onAction)} />;
}

/** A menu with all actions. Without invoices, the next step is to link them, so that this action is a button. */
function RowActions({ listed, onAction }: RowActionsProps) {
  const projectName = listed.project.project_name;
  const [link, ...others] = listEntries(listed, onAction);
  if (!link || listed.invoiceCount > 0) {
    return <ProjectMenu listed={listed} onAction={onAction} />;
  }
  return (
    <>
      <Button
        size="small"
        icon={link.icon}
        aria-label={`${link.label}: ${projectName}`}
        className="whitespace-nowrap"
        onClick={link.onSelect}
      >
        {link.label}
      </Button>
      <MoreMenu name={projectName} entries={others} />
    </>
  );
}

function listEntries(listed: ListedProject, onAction: OnAction) {
  return ROW_ACTIONS.map(({ action, label, icon: Icon }) => ({
    label,
    icon: <Icon aria-hidden="true" className="size-4" />,
    onSelect: () => onAction(action, listed),
  }));
}
