import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { clientFindingsQuery } from "#app/api/admin/findings.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { groupBy } from "#domain/collections/group-by.ts";
import { OpenFindings } from "../findings/open-findings.tsx";
import { assessmentPath, projectFindingsPath } from "../shell/admin-pages.ts";

/** Card with the open findings of each project by severity, and its requested retests. */
export function ClientFindings({ clientId }: { clientId: string }) {
  const findings = useQuery(clientFindingsQuery(clientId));
  return (
    <Card>
      <CardHeader title="Findings" />
      <Loaded
        query={findings}
        errorMessage="We couldn't load the findings."
        loading={<Loading text="Loading findings..." />}
      >
        {({ findings: list, retests }) =>
          list.length === 0 ? (
            <EmptyState
              isSmall
              title="No findings yet"
              hint="Published findings of the client's projects appear here"
            />
          ) : (
            <ul aria-label="Findings by project" className="divide-y divide-line">
              {[...groupBy(list, ({ project_id }) => project_id)].map(([projectId, ofProject]) => {
                const name = ofProject[0]?.projects.project_name;
                return (
                  <li
                    key={projectId}
                    className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3 text-14 first:pt-0 last:pb-0"
                  >
                    <div className="min-w-0 flex-1 basis-40">
                      <Link
                        to={projectFindingsPath(projectId)}
                        className="rounded-small font-medium hover:text-accent hover:underline"
                      >
                        {name}
                      </Link>
                      <OpenFindings
                        findings={ofProject}
                        retests={retests.filter(({ project_id }) => project_id === projectId)}
                      />
                    </div>
                    <ButtonLink
                      size="small"
                      to={assessmentPath(projectId)}
                      aria-label={`Assessment and report: ${name}`}
                    >
                      Assessment and report
                    </ButtonLink>
                  </li>
                );
              })}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}
