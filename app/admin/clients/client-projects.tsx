import { useQuery } from "@tanstack/react-query";
import { clientProjects } from "#app/api/admin-client.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card, CardHead } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Loading } from "#app/ui/skeleton.tsx";
import { formatDate } from "#domain/calendar-date.ts";
import type { ClientRow } from "#domain/client.ts";
import { formatDollars, toCents } from "#domain/money.ts";
import { projectStatus } from "#domain/project.ts";

/** The client's projects, the last target first. */
export function ClientProjects({ client }: { client: ClientRow }) {
  const projects = useQuery(clientProjects(client.id));
  return (
    <Card>
      <CardHead
        title="Projects"
        action={
          <ButtonLink to={`/admin/projects?${new URLSearchParams({ search: client.company })}`} size="small">
            Open in Projects
          </ButtonLink>
        }
      />
      <Loaded
        query={projects}
        failed="The projects could not be loaded."
        loading={<Loading text="Loading projects..." />}
      >
        {(list) =>
          list.length === 0 ? (
            <EmptyState title="No projects yet" />
          ) : (
            <ul aria-label="Projects" className="divide-y divide-line">
              {list.map((project) => {
                const { label, tone } = projectStatus(project.status);
                return (
                  <li key={project.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3 text-14">
                    <div className="min-w-0 flex-1 basis-40">
                      <p className="font-medium">{project.project_name}</p>
                      <p className="text-13 text-muted">
                        Target {formatDate(project.target_completion_date)}
                      </p>
                    </div>
                    <Badge tone={tone}>{label}</Badge>
                    <p className="tabular text-right sm:w-28">
                      {formatDollars(toCents(project.total_estimated_value))}
                    </p>
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
