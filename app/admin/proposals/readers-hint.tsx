import { useQuery } from "@tanstack/react-query";
import { peopleQuery } from "#app/api/shared/people.ts";
import type { Proposal } from "#app/api/shared/proposals.ts";
import { Info } from "#app/ui/icons.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { type ClientMember, getMemberName, isActiveMember } from "#domain/clients/members/member.ts";

/** The active members who can read proposals. Undefined until loaded. */
export function useProposalReaders(clientId: string | null): readonly ClientMember[] | undefined {
  const { data: people } = useQuery({
    ...peopleQuery({ area: "admin", clientId: clientId ?? "" }),
    enabled: clientId !== null,
  });
  return people?.members.filter(
    (member) => isActiveMember(member, new Date()) && (member.role === "owner" || member.role === "billing"),
  );
}

/** States who will read the proposal, because its text can mention findings that these people can't see otherwise. */
export function ReadersHint({ proposal }: { proposal: Pick<Proposal, "client_id" | "clients"> }) {
  const readers = useProposalReaders(proposal.client_id);
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
      </div>
    </Card>
  );
}
