import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { projectFindingsQuery } from "#app/api/admin/findings.ts";
import { StateBadge } from "#app/components/findings/state-badge.tsx";
import { Loaded } from "#app/components/loaded.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { countStates } from "#domain/findings/finding-state.ts";
import { OpenFindings } from "../../findings/open-findings.tsx";
import { newFindingPath, projectFindingsPath } from "../../shell/admin-pages.ts";

/** Card with the numbers of findings by severity and status. */
export function ProjectFindings({ projectId }: { projectId: string }) {
  const findings = useQuery(projectFindingsQuery(projectId));
  return (
    <Card aria-labelledby="project-findings">
      <CardHeader
        title={<span id="project-findings">Findings</span>}
        action={
          <ButtonLink
            to={projectFindingsPath(projectId)}
            size="small"
            aria-label="View all findings of the project"
          >
            View all
          </ButtonLink>
        }
      />
      <Loaded
        query={findings}
        errorMessage="We couldn't load the findings."
        loading={<Loading text="Loading findings..." rows={2} />}
        isSmall
      >
        {({ findings: list, retests }) =>
          list.length === 0 ? (
            <EmptyState
              isSmall
              title="No findings yet"
              hint="Findings you add to this project appear here"
              action={<ButtonLink to={newFindingPath(projectId)}>New finding</ButtonLink>}
            />
          ) : (
            <>
              <OpenFindings findings={list} retests={retests} />
              <ul
                aria-label="Findings by status"
                className="mt-4 flex flex-wrap gap-x-5 gap-y-1 border-line border-t pt-3"
              >
                {countStates(list).map(({ state, count }) => (
                  <li key={state}>
                    <Link
                      to={projectFindingsPath(projectId, state)}
                      className="inline-flex min-h-6 items-center gap-2 rounded-small text-13 hover:underline pointer-coarse:min-h-11"
                    >
                      <StateBadge state={state} /> <span className="tabular">{count}</span>
                    </Link>
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
    </Card>
  );
}
