import { useQuery } from "@tanstack/react-query";
import { clientProjectsQuery } from "#app/api/admin/client.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import type { ClientRow } from "#domain/clients/client.ts";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { formatDollars, toCents } from "#domain/money/money.ts";
import { projectStatusBadge } from "#domain/projects/project.ts";
import { RecordName } from "../lists/record-name.tsx";
import { PROJECTS_PATH, projectPath } from "../shell/admin-pages.ts";

/** Card with the client's latest projects. */
export function ClientProjects({ client }: { client: ClientRow }) {
  const projects = useQuery(clientProjectsQuery(client.id));
  return (
    <Card>
      <CardHeader
        title="Projects"
        action={
          projects.data?.length !== 0 && (
            <ButtonLink
              to={`${PROJECTS_PATH}?${new URLSearchParams({ search: client.company })}`}
              size="small"
              aria-label="View all projects"
            >
              View all
            </ButtonLink>
          )
        }
      />
      <Loaded
        query={projects}
        errorMessage="We couldn't load the projects."
        loading={<Loading text="Loading projects..." />}
      >
        {(list) =>
          list.length === 0 ? (
            <EmptyState
              isSmall
              title="No projects yet"
              hint="Projects appear here as they are created"
              action={
                <ButtonLink to={newProjectPath(client)} size="small">
                  Create project
                </ButtonLink>
              }
            />
          ) : (
            <ul aria-label="Projects" className="divide-y divide-line">
              {list.map((project) => {
                const { label, tone } = projectStatusBadge(project.status);
                return (
                  <li
                    key={project.id}
                    className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3 text-14 first:pt-0 last:pb-0"
                  >
                    <div className="min-w-0 flex-1 basis-40">
                      <p className="font-medium">
                        <RecordName to={projectPath(project.id)} name={project.project_name} />
                      </p>
                      <p className="text-13 text-muted">
                        Target date: {formatDate(project.target_completion_date)}
                      </p>
                    </div>
                    <Badge tone={tone}>{label}</Badge>
                    <div className="tabular text-right sm:min-w-28">
                      <p>{formatDollars(toCents(project.total_estimated_value))}</p>
                      {project.proposal_value !== null && (
                        <p className="text-13 text-muted">
                          Proposal value: {formatDollars(toCents(project.proposal_value))}
                        </p>
                      )}
                    </div>
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

/** The Projects page with the form for a new project of the client. */
function newProjectPath({ id, company }: ClientRow): string {
  return `${PROJECTS_PATH}?${new URLSearchParams({ clientId: id, clientName: company })}`;
}
