import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ownDocumentsQuery } from "#app/api/portal/documents.ts";
import { ownFindingsQuery } from "#app/api/portal/findings.ts";
import { type OwnInvoice, ownInvoicesQuery } from "#app/api/portal/invoices.ts";
import { ownProjectsQuery } from "#app/api/portal/projects.ts";
import { ownMilestonesQuery, ownProposalValuesQuery } from "#app/api/portal/proposals.ts";
import { combineQueries, type Loadable, Loaded } from "#app/components/loaded.tsx";
import { toggleId } from "#app/components/toggle-id.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Loading, Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { FolderKanban } from "#app/ui/icons.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { useCurrentClient, useHasPermission } from "../current-client.ts";
import { sectionUrl } from "../section-url.ts";
import { useUpdatedAt } from "../use-updated-at.ts";
import { ProjectCard } from "./project-card.tsx";
import { listWideCards } from "./wide-cards.ts";

/** For roles without the `billing` permission. */
const NO_INVOICES: Loadable<readonly OwnInvoice[]> = {
  data: [],
  error: null,
  isFetching: false,
  refetch: () => {},
};

export function Projects() {
  const { id } = useCurrentClient();
  // Fetch the invoices of all projects in one request, which shares the billing section's cache.
  const canSeeBilling = useHasPermission("billing");
  const canRequest = useHasPermission("requests");
  const projectsQuery = useQuery(ownProjectsQuery(id));
  const invoicesQuery = useQuery({ ...ownInvoicesQuery(id), enabled: canSeeBilling });
  const query = combineQueries(projectsQuery, canSeeBilling ? invoicesQuery : NO_INVOICES);
  // Cards appear before these load. Links and milestones are added afterwards.
  const { data: milestones = [] } = useQuery(ownMilestonesQuery(id));
  const canSeeFindings = useHasPermission("findings");
  const { data: findings = [] } = useQuery({ ...ownFindingsQuery(id), enabled: canSeeFindings });
  const { data: documents = [] } = useQuery(ownDocumentsQuery(id));
  const { data: proposalValues } = useQuery(ownProposalValuesQuery(id));
  const updatedAt = useUpdatedAt();
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(new Set());
  return (
    <>
      <PageHeader title="My Projects" subtitle={canSeeBilling ? updatedAt : null} />
      <Loaded
        query={query}
        errorMessage="We couldn't load your projects."
        loading={
          <Loading text="Loading projects...">
            <div className="grid grid-cols-1 gap-4 xl:grid-cols-2">
              <Skeleton className="h-64" />
              <Skeleton className="h-64" />
            </div>
          </Loading>
        }
      >
        {([projects, invoices]) => {
          const wideIds = new Set(
            listWideCards(
              projects.map((project) => project.id),
              openIds,
            ),
          );
          return projects.length === 0 ? (
            <EmptyState
              icon={<FolderKanban className="size-6" />}
              title="No projects yet"
              hint="Projects we're working on with you appear here"
              action={canRequest && <ButtonLink to={sectionUrl("book-service")}>Book New Service</ButtonLink>}
            />
          ) : (
            <ul className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
              {projects.map((project) => (
                <li key={project.id} className={wideIds.has(project.id) ? "xl:col-span-2" : undefined}>
                  <ProjectCard
                    project={project}
                    isOpen={openIds.has(project.id)}
                    onOpenChange={() => setOpenIds(toggleId(openIds, project.id))}
                    proposalValue={proposalValues?.get(project.id) ?? null}
                    records={{
                      findings: findings.filter(({ project_id }) => project_id === project.id),
                      documents: documents.filter(({ project_id }) => project_id === project.id),
                      invoices: canSeeBilling
                        ? invoices.filter(({ project_id }) => project_id === project.id)
                        : null,
                      milestones: milestones.filter(({ project_id }) => project_id === project.id),
                    }}
                  />
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </>
  );
}
