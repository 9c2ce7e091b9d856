import { useQuery } from "@tanstack/react-query";
import { type MetaFunction, useParams } from "react-router";
import { assessmentQuery } from "#app/api/admin/assessments.ts";
import { RecordPage } from "#app/components/record-page.tsx";
import { FolderKanban } from "#app/ui/icons.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { isUuid } from "#domain/text/uuid.ts";
import { ProjectLinks } from "../projects/project-links.tsx";
import { FINDINGS_PATH, projectFindingsPath } from "../shell/admin-pages.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { AssessmentTabs } from "./assessment-tabs.tsx";

export const meta: MetaFunction = () => pageMeta("Assessment");

/** What was tested in a project, its report, its letters of attestation, and its control coverage. */
export default function AssessmentPage() {
  const { projectId = "" } = useParams();
  const project = useQuery({ ...assessmentQuery(projectId), enabled: isUuid(projectId) });
  return (
    <RecordPage
      id={projectId}
      query={project}
      noun="project"
      title="Assessment"
      list={
        project.data
          ? { to: projectFindingsPath(projectId), label: "Project findings" }
          : { to: FINDINGS_PATH, label: "All findings" }
      }
      notFound={{
        icon: <FolderKanban className="size-6" />,
        hint: "The project may have been deleted",
        action: "View all findings",
      }}
    >
      {(loaded) => (
        <>
          <PageHeader
            title="Assessment"
            subtitle={
              <ProjectLinks
                project={loaded}
                client={{ id: loaded.client_id, company: loaded.clients.company }}
              />
            }
          />
          <AssessmentTabs key={loaded.id} project={loaded} />
        </>
      )}
    </RecordPage>
  );
}
