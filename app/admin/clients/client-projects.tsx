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
            <ul aria-label="Projects" className="@container divide-y divide-line">
              {list.map((project) => {
                const { label, tone } = projectStatusBadge(project.status);
                const invoiced = toCents(project.total_estimated_value);
                const proposed = project.proposal_value === null ? null : toCents(project.proposal_value);
                return (
                  <li
                    key={project.id}
                    className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 py-3 text-14 first:pt-0 last:pb-0 @[29rem]:grid-cols-[minmax(0,1fr)_6.5rem_11rem]"
                  >
                    <div className="col-span-2 min-w-0 @[29rem]:col-span-1">
                      <p className="font-medium">
                        <RecordName to={projectPath(project.id)} name={project.project_name} />
                      </p>
                      <p className="text-13 text-muted">
                        Target date: {formatDate(project.target_completion_date)}
                      </p>
                    </div>
                    <Badge tone={tone}>{label}</Badge>
                    <div className="tabular text-right">
                      {proposed !== null && invoiced === 0 ? (
                        <>
                          <p>{formatDollars(proposed)}</p>
                          <p className="text-13 text-muted">Proposal value</p>
                        </>
                      ) : (
                        <>
                          <p>{formatDollars(invoiced)}</p>
                          {proposed !== null && (
                            <p className="text-13 text-muted">Proposal value: {formatDollars(proposed)}</p>
                          )}
                        </>
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
