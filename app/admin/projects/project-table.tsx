import { Link2, Pencil, ReceiptText } from "lucide-react";
import type { ListedProject } from "#app/data/admin-projects.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import { type CellPlace, type Column, Table } from "#app/ui/table.tsx";
import { Tooltip } from "#app/ui/tooltip.tsx";
import { formatDate } from "#domain/calendar-date.ts";
import { formatDollars, toCents } from "#domain/money.ts";
import { OutstandingAmount } from "../lists/outstanding-amount.tsx";
import { ProjectStatusSelect } from "./project-status-select.tsx";

/** What a row offers. */
export type ProjectAct = "edit" | "link" | "view";

type ProjectTableProps = {
  projects: readonly ListedProject[];
  onAct: (act: ProjectAct, listed: ListedProject) => void;
};

const acts: ReadonlyArray<{ act: ProjectAct; label: string; icon: typeof Pencil }> = [
  { act: "link", label: "Link invoices", icon: Link2 },
  { act: "view", label: "View linked invoices", icon: ReceiptText },
  { act: "edit", label: "Edit project", icon: Pencil },
];

const facts: ReadonlyArray<Column<ListedProject>> = [
  { key: "project", header: "Project", cell: ({ project }) => project.project_name },
  { key: "client", header: "Client", cell: ({ company }) => company },
  { key: "status", header: "Status", cell: ({ project }) => <ProjectStatusSelect project={project} /> },
  {
    key: "due",
    header: "Due Date",
    cell: ({ project }) => (
      <span className="tabular whitespace-nowrap">{formatDate(project.target_completion_date)}</span>
    ),
  },
  {
    key: "value",
    header: "Value",
    align: "end",
    cell: ({ project }) => formatDollars(toCents(project.total_estimated_value)),
  },
  {
    key: "invoices",
    header: "Invoices",
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
    align: "end",
    cell: ({ outstandingCents }) => <OutstandingAmount cents={outstandingCents} whenNone="positive" />,
  },
];

export function ProjectTable({ projects, onAct }: ProjectTableProps) {
  const columns: ReadonlyArray<Column<ListedProject>> = [
    ...facts,
    {
      key: "actions",
      header: "Actions",
      isActions: true,
      cell: (listed, place) => <RowActs listed={listed} place={place} onAct={onAct} />,
    },
  ];
  return (
    <Table
      label="Projects"
      cardsBelow="xl"
      columns={columns}
      rows={projects}
      rowKey={({ project }) => project.id}
    />
  );
}

type RowActsProps = { listed: ListedProject; place: CellPlace; onAct: ProjectTableProps["onAct"] };

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
