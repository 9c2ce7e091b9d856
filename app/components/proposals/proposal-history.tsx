import { useQuery } from "@tanstack/react-query";
import type { Area } from "#app/api/client/area.ts";
import { proposalEventsQuery } from "#app/api/shared/proposals.ts";
import { TimeStamp } from "#app/components/findings/time-stamp.tsx";
import { Loaded } from "#app/components/loaded.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { describeProposalEvent } from "#domain/proposals/proposal-history.ts";

/** What happened to a proposal, newest first, with who did it and when. */
export function ProposalHistory({ area, proposalId }: { area: Area; proposalId: string }) {
  const events = useQuery(proposalEventsQuery(area, proposalId));
  return (
    <Card aria-labelledby="proposal-history">
      <CardHeader title={<span id="proposal-history">History</span>} />
      <Loaded
        query={events}
        errorMessage="We couldn't load the history."
        loading={<Loading text="Loading history..." rows={3} />}
        isSmall
      >
        {(list) =>
          list.length === 0 ? (
            <p className="text-14 text-muted">The history starts when the proposal is sent.</p>
          ) : (
            <ol className="grid gap-3">
              {list.map((event) => (
                <li key={event.id} className="text-14">
                  <p>
                    {describeProposalEvent({
                      ...{ action: event.action, actorRole: event.actor_role, actor: event.actor },
                    })}
                    {event.version > 1 && <span className="text-muted"> · version {event.version}</span>}
                  </p>
                  {event.note && (
                    <p className="wrap-anywhere mt-0.5 whitespace-pre-wrap text-muted">{event.note}</p>
                  )}
                  <p className="mt-0.5 text-13 text-muted">
                    <TimeStamp at={event.at} />
                  </p>
                </li>
              ))}
            </ol>
          )
        }
      </Loaded>
    </Card>
  );
}
