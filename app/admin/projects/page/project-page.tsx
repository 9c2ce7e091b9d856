import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type MetaFunction, useParams } from "react-router";
import { type ProjectDetails, projectDetailsQuery } from "#app/api/admin/projects.ts";
import { RecordPage } from "#app/components/record-page.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { FolderKanban } from "#app/ui/icons.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { isUuid } from "#domain/text/uuid.ts";
import { useRecordRecentPlace } from "../../command-palette/recent-places.ts";
import { MilestonesCard } from "../../proposals/milestones/milestones-card.tsx";
import { RelatedProposals } from "../../proposals/related-proposals.tsx";
import { PROJECTS_PATH, projectPath } from "../../shell/admin-pages.ts";
import { pageMeta } from "../../shell/page-meta.ts";
import { EditProjectDialog } from "../edit-project-dialog.tsx";
import { ManageInvoicesDialog } from "../manage-invoices-dialog.tsx";
import { ProjectTimeline } from "../project-timeline.tsx";
import { ProjectDetailsCard } from "./project-details-card.tsx";
import { ProjectDocuments } from "./project-documents.tsx";
import { ProjectFindings } from "./project-findings.tsx";
import { ProjectHeader } from "./project-header.tsx";
import { ProjectInvoices } from "./project-invoices.tsx";
import { ProjectSummary } from "./project-summary.tsx";

export const meta: MetaFunction = () => pageMeta("Project");

export default function ProjectPage() {
  const { projectId = "" } = useParams();
  const project = useQuery({ ...projectDetailsQuery(projectId), enabled: isUuid(projectId) });
  return (
    <RecordPage
      id={projectId}
      query={project}
      noun="project"
      title="Project"
      list={{ to: PROJECTS_PATH, label: "All projects" }}
      skeleton={
        <div className="grid gap-6">
          <Skeleton className="h-24" />
          <div className="grid gap-6 lg:grid-cols-2">
            <Skeleton className="h-64" />
            <Skeleton className="h-64" />
          </div>
        </div>
      }
      notFound={{
        icon: <FolderKanban className="size-6" />,
        hint: "Choose a project from the list",
        action: "View all projects",
      }}
    >
      {(details) => <ProjectContent key={details.listed.project.id} {...details} />}
    </RecordPage>
  );
}

const STACK_CLASSES = "grid min-w-0 grid-cols-1 gap-6";

function ProjectContent({ listed, description, notes }: ProjectDetails) {
  const { project, company } = listed;
  useRecordRecentPlace({ to: projectPath(project.id), label: project.project_name, hint: company });
  const [openDialog, setOpenDialog] = useState<"edit" | "link" | null>(null);
  const close = () => setOpenDialog(null);
  const linkInvoices = () => setOpenDialog("link");
  return (
    <>
      <ProjectHeader listed={listed} onEdit={() => setOpenDialog("edit")} onLinkInvoices={linkInvoices} />
      <ProjectSummary listed={listed} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2 lg:grid-rows-[auto_1fr]">
        <div className={STACK_CLASSES}>
          {(description || notes) && <ProjectDetailsCard description={description} notes={notes} />}
          <MilestonesCard projectId={project.id} />
        </div>
        <div className={`${STACK_CLASSES} lg:col-start-2 lg:row-span-2`}>
          <ProjectInvoices project={project} onLinkInvoices={linkInvoices} />
          <ProjectFindings projectId={project.id} />
          <ProjectDocuments project={project} />
          <RelatedProposals
            source={{ column: "project_id", id: project.id }}
            canCreate={false}
            isHiddenIfEmpty
          />
        </div>
        {/* On narrow screens, the timeline is below the shorter cards. */}
        <Card aria-labelledby="timeline" className="lg:col-start-1">
          <CardHeader title={<span id="timeline">Timeline</span>} />
          <ProjectTimeline project={project} />
        </Card>
      </div>
      {openDialog === "edit" && <EditProjectDialog listed={listed} onClose={close} />}
      {openDialog === "link" && <ManageInvoicesDialog listed={listed} onClose={close} />}
    </>
  );
}
