import { useQuery } from "@tanstack/react-query";
import { peopleQuery } from "#app/api/shared/people.ts";
import type { Proposal } from "#app/api/shared/proposals.ts";
import type { Loadable } from "#app/components/loaded.tsx";
import { Button } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Info } from "#app/ui/icons.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { type ClientMember, getMemberName, isActiveMember } from "#domain/clients/members/member.ts";
import { hasPermission } from "#domain/clients/members/role.ts";

/** The active members who can read proposals. */
export function useProposalReaders(clientId: string | null): Loadable<readonly ClientMember[]> {
  return useQuery({
    ...peopleQuery({ area: "admin", clientId: clientId ?? "" }),
    enabled: clientId !== null,
    select: ({ members }) =>
      members.filter(
        (member) => isActiveMember(member, new Date()) && hasPermission(member.role, "proposals"),
      ),
  });
}

/** Shown if the readers couldn't be loaded, because a proposal isn't sent without showing who gets it. */
export function ReadersError({ query }: { query: Loadable<readonly ClientMember[]> }) {
  if (query.data || !query.error || query.isFetching) {
    return null;
  }
  return (
    <Banner
      tone="negative"
      urgent
      action={
        <Button size="small" onClick={() => query.refetch()}>
          Retry
        </Button>
      }
    >
      We couldn't load the recipients.
    </Banner>
  );
}

/** States who will read the proposal, because its text can mention findings that these people can't see otherwise. */
export function ReadersHint({ proposal }: { proposal: Pick<Proposal, "client_id" | "clients"> }) {
  const query = useProposalReaders(proposal.client_id);
  const readers = query.data;
  return (
    <Card aria-label="Readers" className="flex gap-3 text-14">
      <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
      <div className="min-w-0">
        <p>
          Owners and billing members will read this proposal. Don't quote findings that billing members can't
          see.
        </p>
        {readers && proposal.clients && (
          <p className="mt-1 wrap-anywhere text-13 text-muted">
            {readers.length === 0
              ? `No one at ${proposal.clients.company} has one of these roles.`
              : `At ${proposal.clients.company}: ${readers
                  .map((reader) => `${getMemberName(reader)} (${reader.role})`)
                  .join(", ")}`}
          </p>
        )}
        {query.error && !readers && (
          <div className="mt-3">
            <ReadersError query={query} />
          </div>
        )}
      </div>
    </Card>
  );
}
