import { CalendarRange, Link2, Pencil, ReceiptText } from "lucide-react";
import { Link } from "react-router";
import type { ListedProject } from "#app/api/admin-projects.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import type { CellPlace } from "#app/ui/table.tsx";
import { Tooltip } from "#app/ui/tooltip.tsx";
import { formatDate } from "#domain/calendar-date.ts";
import { formatDollars } from "#domain/money.ts";
import { OutstandingAmount } from "../lists/outstanding-amount.tsx";
import type { ListColumn } from "../lists/sorted-columns.tsx";
import { ProjectStatusSelect } from "./project-status-select.tsx";

/** What a row offers. */
export type ProjectAct = "edit" | "link" | "view" | "timeline";

type OnAct = (act: ProjectAct, listed: ListedProject) => void;

const acts: ReadonlyArray<{ act: ProjectAct; label: string; icon: typeof Pencil }> = [
  { act: "link", label: "Link invoices", icon: Link2 },
  { act: "view", label: "View linked invoices", icon: ReceiptText },
  { act: "timeline", label: "Timeline", icon: CalendarRange },
  { act: "edit", label: "Edit project", icon: Pencil },
];

const facts: ReadonlyArray<ListColumn<ListedProject>> = [
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
    cell: ({ invoiceCount, billedCents }) => (
      <>
        <span className="block">{invoiceCount}</span>
        <span className="block whitespace-nowrap text-13 text-muted">
          {formatDollars(billedCents)} billed
        </span>
      </>
    ),
  },
  {
    key: "outstanding",
    header: "Outstanding",
    sort: "outstanding",
    align: "end",
    cell: ({ outstandingCents }) => <OutstandingAmount cents={outstandingCents} whenNone="positive" />,
  },
];

/** The columns of the list; each row's acts lead to `onAct`. */
export function projectColumns(onAct: OnAct): ReadonlyArray<ListColumn<ListedProject>> {
  return [
    ...facts,
    {
      key: "actions",
      header: "Actions",
      isActions: true,
      cell: (listed, place) => <RowActs listed={listed} place={place} onAct={onAct} />,
    },
  ];
}

type RowActsProps = { listed: ListedProject; place: CellPlace; onAct: OnAct };

function RowActs({ listed, place, onAct }: RowActsProps) {
  return acts.map((offered) => <RowAct key={offered.act} {...offered} {...{ listed, place, onAct }} />);
}

function RowAct({ act, label, icon: Icon, listed, place, onAct }: (typeof acts)[number] & RowActsProps) {
  const icon = <Icon aria-hidden="true" className="size-4" />;
  const name = `${label}: ${listed.project.project_name}`;
  if (place === "card")
    return (
      <Button size="small" icon={icon} aria-label={name} onClick={() => onAct(act, listed)}>
        {label}
      </Button>
    );
  return (
    <Tooltip label={label}>
      <IconButton label={name} onClick={() => onAct(act, listed)}>
        {icon}
      </IconButton>
    </Tooltip>
  );
}
