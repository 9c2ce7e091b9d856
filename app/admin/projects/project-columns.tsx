import { Link } from "react-router";
import type { ListedProject } from "#app/api/admin/projects.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import type { CellLayout } from "#app/ui/data-display/table.tsx";
import { CalendarRange, Link2, Pencil, ReceiptText } from "#app/ui/icons.tsx";
import { Tooltip } from "#app/ui/overlays/tooltip.tsx";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { formatDollars } from "#domain/money/money.ts";
import { OutstandingAmount } from "../lists/outstanding-amount.tsx";
import type { ListColumn } from "../lists/sortable-columns.tsx";
import { ProjectStatusSelect } from "./project-status-select.tsx";

export type ProjectAction = "edit" | "link" | "view" | "timeline";

type OnAction = (action: ProjectAction, listed: ListedProject) => void;

const ROW_ACTIONS: ReadonlyArray<{ action: ProjectAction; label: string; icon: typeof Pencil }> = [
  { action: "link", label: "Link invoices", icon: Link2 },
  { action: "view", label: "View linked invoices", icon: ReceiptText },
  { action: "timeline", label: "Timeline", icon: CalendarRange },
  { action: "edit", label: "Edit project", icon: Pencil },
];

const DATA_COLUMNS: ReadonlyArray<ListColumn<ListedProject>> = [
  {
    key: "project",
    header: "Project",
    sort: "project_order",
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
        <span className="block">{invoiceCount}</span>
        <span className="block whitespace-nowrap text-13 text-muted">
          {formatDollars(billedCents)} billed
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

function RowActions({ listed, layout, onAction }: RowActionsProps) {
  return ROW_ACTIONS.map((rowAction) => (
    <RowActionButton key={rowAction.action} {...rowAction} {...{ listed, layout, onAction }} />
  ));
}

function RowActionButton({
  action,
  label,
  icon: Icon,
  listed,
  layout,
  onAction,
}: (typeof ROW_ACTIONS)[number] & RowActionsProps) {
  const icon = <Icon aria-hidden="true" className="size-4" />;
  const name = `${label}: ${listed.project.project_name}`;
  if (layout === "card") {
    return (
      <Button size="small" icon={icon} aria-label={name} onClick={() => onAction(action, listed)}>
        {label}
      </Button>
    );
  }
  return (
    <Tooltip label={label}>
      <IconButton label={name} className="max-2xl:size-8" onClick={() => onAction(action, listed)}>
        {icon}
      </IconButton>
    </Tooltip>
  );
}
