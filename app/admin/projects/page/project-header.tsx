import { Link } from "react-router";
import type { ListedProject } from "#app/api/admin/projects.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Link2, Pencil, ReceiptText, ShieldAlert, ShieldCheck } from "#app/ui/icons.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import type { MenuEntry } from "#app/ui/overlays/menu.tsx";
import { MoreMenu } from "../../lists/more-menu.tsx";
import { assessmentPath, newFindingPath, newInvoicePath } from "../../shell/admin-pages.ts";
import { ProjectStatusSelect } from "../project-status-select.tsx";

type ProjectHeaderProps = { listed: ListedProject; onEdit: () => void; onLinkInvoices: () => void };

/** The project's name, client, status and actions. */
export function ProjectHeader({ listed, onEdit, onLinkInvoices }: ProjectHeaderProps) {
  const { project, company } = listed;
  const assessment = {
    label: "Assessment and report",
    icon: <ShieldCheck aria-hidden="true" className="size-4" />,
    to: assessmentPath(project.id),
  };
  const entries: MenuEntry[] = [
    {
      label: "Link invoices",
      icon: <Link2 aria-hidden="true" className="size-4" />,
      onSelect: onLinkInvoices,
    },
    {
      label: "Create invoice",
      icon: <ReceiptText aria-hidden="true" className="size-4" />,
      to: newInvoicePath(project),
    },
    {
      label: "New finding",
      icon: <ShieldAlert aria-hidden="true" className="size-4" />,
      to: newFindingPath(project.id),
    },
  ];
  return (
    <PageHeader
      title={<span className="wrap-anywhere">{project.project_name}</span>}
      subtitle={
        <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <Link
            to={`/admin/clients/${project.client_id}`}
            className="wrap-anywhere inline-flex min-h-6 items-center rounded-small underline hover:text-accent"
          >
            {company}
          </Link>
          <ProjectStatusSelect project={project} />
        </span>
      }
      action={
        <>
          <ButtonLink to={assessment.to} icon={assessment.icon} className="max-sm:hidden">
            {assessment.label}
          </ButtonLink>
          <Button icon={<Pencil aria-hidden="true" className="size-4" />} onClick={onEdit}>
            Edit project
          </Button>
        </>
      }
      menu={<MoreMenu entries={entries} />}
      phoneMenu={<MoreMenu entries={[assessment, ...entries]} />}
    />
  );
}
