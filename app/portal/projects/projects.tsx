import { useQuery } from "@tanstack/react-query";
import { FolderKanban } from "lucide-react";
import { ownInvoices } from "#app/api/invoices.ts";
import { ownProjects } from "#app/api/projects.ts";
import { both, Loaded } from "#app/components/loaded.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { Loading, Skeleton } from "#app/ui/skeleton.tsx";
import { useCurrentClient } from "../current-client.ts";
import { sectionAddress } from "../section-address.ts";
import { useAsOf } from "../use-as-of.ts";
import { ProjectCard } from "./project-card.tsx";

export function Projects() {
  const { id } = useCurrentClient();
  // The invoices of all projects come with one question; the billing section shares its answer.
  const query = both(useQuery(ownProjects(id)), useQuery(ownInvoices(id)));
  const asOf = useAsOf();
  return (
    <>
      <PageHead title="My Projects" context={asOf && `Amounts ${asOf}`} />
      <Loaded
        query={query}
        failed="Your projects could not be loaded."
        loading={
          <Loading text="Loading projects...">
            <div className="grid grid-cols-1 gap-4 xl:grid-cols-2">
              <Skeleton className="h-64" />
              <Skeleton className="h-64" />
            </div>
          </Loading>
        }
      >
        {([projects, invoices]) =>
          projects.length === 0 ? (
            <EmptyState
              icon={<FolderKanban className="size-6" />}
              title="No projects yet"
              hint="Projects we work on for you appear here."
              action={<ButtonLink to={sectionAddress("book-service")}>Book New Service</ButtonLink>}
            />
          ) : (
            // Cards of a row are of one height, until one of them is opened.
            <ul className="grid grid-cols-1 gap-4 has-[[aria-expanded=true]]:items-start xl:grid-cols-2">
              {projects.map((project) => (
                <li key={project.id}>
                  <ProjectCard
                    project={project}
                    invoices={invoices.filter((invoice) => invoice.project_id === project.id)}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  );
}
