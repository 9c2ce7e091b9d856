import type { ListedProject } from "#app/api/admin/projects.ts";
import { CalendarRange, Flag, Link2, Pencil, ReceiptText, ShieldCheck } from "#app/ui/icons.tsx";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { formatDollars } from "#domain/money/money.ts";
import { MoreMenu } from "../lists/more-menu.tsx";
import { OutstandingAmount } from "../lists/outstanding-amount.tsx";
import { RecordName } from "../lists/record-name.tsx";
import { DATE_ORDERS, type ListColumn } from "../lists/sortable-columns.tsx";
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

/** The columns before the invoices. */
const FIRST_COLUMNS: ReadonlyArray<ListColumn<ListedProject>> = [
  {
    key: "project",
    header: "Project",
    sort: "project_order",
    isLongText: true,
    cell: (listed, _, hiddenKeys) => (
      <>
        <RecordName to={projectPath(listed.project.id)} name={listed.project.project_name} />
        {hiddenKeys.has("client") && (
          <span className="block font-normal text-13 text-muted">
            <ClientName listed={listed} />
          </span>
        )}
      </>
    ),
  },
  {
    key: "client",
    header: "Client",
    sort: "company_order",
    minWidth: 1000,
    cell: (listed) => <ClientName listed={listed} />,
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
    sortOrders: DATE_ORDERS,
    cell: ({ project }) => (
      <span className="tabular whitespace-nowrap">{formatDate(project.target_completion_date)}</span>
    ),
  },
  {
    key: "value",
    header: "Value",
    sort: "total_estimated_value",
    minWidth: 800,
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
];

const OUTSTANDING_COLUMN: ListColumn<ListedProject> = {
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
};

export function createProjectColumns(onAction: OnAction): ReadonlyArray<ListColumn<ListedProject>> {
  return [
    ...FIRST_COLUMNS,
    {
      key: "invoices",
      header: "Invoices",
      sort: "invoice_count",
      align: "end",
      minWidth: 1000,
      cell: (listed) => <Invoices listed={listed} onLink={() => onAction("link", listed)} />,
    },
    OUTSTANDING_COLUMN,
    {
      key: "actions",
      header: "Actions",
      isActions: true,
      // Cards have a menu in their first line.
      cell: (listed, layout) => layout === "table" && <ProjectMenu listed={listed} onAction={onAction} />,
    },
  ];
}

function ClientName({ listed: { company, project } }: { listed: ListedProject }) {
  return <RecordName to={`/admin/clients/${project.client_id}`} name={company} />;
}

/** The number of invoices and what was billed. Without invoices, the next step is to link them. */
function Invoices({ listed, onLink }: { listed: ListedProject; onLink: () => void }) {
  const { project, invoiceCount, billedCents, refundedCents } = listed;
  if (invoiceCount === 0) {
    return (
      <span className="whitespace-nowrap">
        0 <span className="text-13 text-muted">·</span>{" "}
        <button
          type="button"
          aria-label={`Link invoices: ${project.project_name}`}
          onClick={onLink}
          className="inline-flex min-h-6 items-center rounded-small text-13 text-accent hover:underline"
        >
          Link invoices
        </button>
      </span>
    );
  }
  return (
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
  );
}

/** A menu with all actions. */
export function ProjectMenu({ listed, onAction }: { listed: ListedProject; onAction: OnAction }) {
  return <MoreMenu name={listed.project.project_name} entries={listEntries(listed, onAction)} />;
}

function listEntries(listed: ListedProject, onAction: OnAction) {
  return ROW_ACTIONS.map(({ action, label, icon: Icon }) => ({
    label,
    icon: <Icon aria-hidden="true" className="size-4" />,
    onSelect: () => onAction(action, listed),
  }));
}
