import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { ownProjectsQuery } from "#app/api/portal/projects.ts";
import { ownLettersQuery, ownReportCountQuery } from "#app/api/portal/reports.ts";
import { LetterItem } from "#app/components/findings/letter-item.tsx";
import { Loaded } from "#app/components/loaded.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { ShieldCheck } from "#app/ui/icons.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { brand } from "#brand";
import { formatCount } from "#domain/text/pluralize.ts";
import { useCurrentClient } from "../current-client.ts";
import { sectionUrl } from "../section-url.ts";
import { FindingNav } from "./finding-nav.tsx";

/** The letters of attestation, and a link to the reports. */
export function LettersScreen() {
  const { id } = useCurrentClient();
  const letters = useQuery(ownLettersQuery(id));
  const { data: reportCount = 0 } = useQuery(ownReportCountQuery(id));
  const { data: projects = [] } = useQuery(ownProjectsQuery(id));
  return (
    <>
      <PageHeader
        title="Letters of attestation"
        subtitle="Proof of testing that you can share. Anyone with the code can verify a letter."
      />
      <FindingNav current="letters" />
      <Loaded
        query={letters}
        errorMessage="We couldn't load your letters."
        loading={<Loading text="Loading letters..." rows={2} />}
      >
        {(list) =>
          list.length === 0 ? (
            <EmptyState
              icon={<ShieldCheck className="size-6" />}
              title="No letters yet"
              hint={`Letters appear here when ${brand.name} issues them, usually after a retest`}
            />
          ) : (
            <ul
              aria-label="Letters"
              className="divide-y divide-line rounded-medium border border-line bg-surface *:px-4 *:first:pt-4 *:last:pb-4 sm:*:px-5"
            >
              {list.map((letter) => (
                <LetterItem
                  key={letter.id}
                  area="client"
                  letter={letter}
                  title={projects.find(({ id: project }) => project === letter.project_id)?.project_name}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {reportCount > 0 && (
        <p className="mt-6 text-14 text-muted">
          Letters don't describe the findings. For details, open{" "}
          <Link
            to={sectionUrl("documents")}
            className="rounded-small text-accent underline underline-offset-4"
          >
            {formatCount(reportCount, "report")} in Documents
          </Link>
          .
        </p>
      )}
    </>
  );
}
