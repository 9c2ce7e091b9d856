import { Link } from "react-router";
import type { ListedProject } from "#app/api/admin/projects.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import type { CellLayout } from "#app/ui/data-display/table.tsx";
import { CalendarRange, Link2, Pencil, ReceiptText, ShieldCheck } from "#app/ui/icons.tsx";
import { Tooltip } from "#app/ui/overlays/tooltip.tsx";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { formatDollars } from "#domain/money/money.ts";
import { CardMenu } from "../lists/card-menu.tsx";
import { OutstandingAmount } from "../lists/outstanding-amount.tsx";
import type { ListColumn } from "../lists/sortable-columns.tsx";
import { ProjectStatusSelect } from "./project-status-select.tsx";

export type ProjectAction = "edit" | "link" | "view" | "timeline" | "assessment";

type OnAction = (action: ProjectAction, listed: ListedProject) => void;

const ROW_ACTIONS: ReadonlyArray<{ action: ProjectAction; label: string; icon: typeof Pencil }> = [
  { action: "link", label: "Link invoices", icon: Link2 },
  { action: "view", label: "View linked invoices", icon: ReceiptText },
  { action: "timeline", label: "Timeline", icon: CalendarRange },
  { action: "assessment", label: "Assessment and report", icon: ShieldCheck },
  { action: "edit", label: "Edit project", icon: Pencil },
];

const DATA_COLUMNS: ReadonlyArray<ListColumn<ListedProject>> = [
  {
    key: "project",
    header: "Project",
    sort: "project_order",
    isLongText: true,
    cell: ({ project }) => project.project_name,
  },
  {
    key: "client",
    header: "Client",
    sort: "company_order",
    cell: ({ company, project }) => (
      <Link
        to={`/admin/clients/${project.client_id}`}
        className="rounded-small hover:text-accent hover:underline"
      >
        {company}
      </Link>
    ),
  },
  {
    key: "status",
    header: "Status",
    sort: "status",
    cell: ({ project }) => <ProjectStatusSelect project={project} />,
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
    cell: ({ valueCents }) => formatDollars(valueCents),
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
    cell: ({ outstandingCents }) => <OutstandingAmount cents={outstandingCents} zeroStyle="positive" />,
  },
];

export function createProjectColumns(onAction: OnAction): ReadonlyArray<ListColumn<ListedProject>> {
  return [
    ...DATA_COLUMNS,
    {
      key: "actions",
      header: "Actions",
      isActions: true,
      cell: (listed, layout) => <RowActions listed={listed} layout={layout} onAction={onAction} />,
    },
  ];
}

type RowActionsProps = { listed: ListedProject; layout: CellLayout; onAction: OnAction };

/** Icon buttons in the table. In a card, a button for the first action, and a menu with the others. */
function RowActions({ listed, layout, onAction }: RowActionsProps) {
  const projectName = listed.project.project_name;
  const actions = ROW_ACTIONS.map(({ action, label, icon: Icon }) => ({
    label,
    name: `${label}: ${projectName}`,
    icon: <Icon aria-hidden="true" className="size-4" />,
    onSelect: () => onAction(action, listed),
  }));
  if (layout === "table") {
    return actions.map(({ label, name, icon, onSelect }) => (
      <Tooltip key={label} label={label}>
        <IconButton label={name} className="max-2xl:size-8" onClick={onSelect}>
          {icon}
        </IconButton>
      </Tooltip>
    ));
  }
  const [primary, ...others] = actions;
  return (
    <>
      {primary && (
        <Button size="small" icon={primary.icon} aria-label={primary.name} onClick={primary.onSelect}>
          {primary.label}
        </Button>
      )}
      <CardMenu name={projectName} entries={others} />
    </>
  );
}
