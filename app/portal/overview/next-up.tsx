import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ownFindingsQuery } from "#app/api/portal/findings.ts";
import type { OwnInvoice } from "#app/api/portal/invoices.ts";
import { ownProjectsQuery } from "#app/api/portal/projects.ts";
import { ownMilestonesQuery, ownProposalsQuery } from "#app/api/portal/proposals.ts";
import { type Loadable, Loaded } from "#app/components/loaded.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { CalendarClock } from "#app/ui/icons.tsx";
import { listUnfinishedMeetings } from "#domain/bookings/meeting.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { formatShortTime } from "#domain/scheduling/short-time.ts";
import { useCurrentClient, useHasPermission } from "../current-client.ts";
import { useOwnMeetings } from "../meetings/use-own-meetings.ts";
import { listOpenProposals } from "../proposals/own-status.ts";
import { sectionUrl } from "../section-url.ts";
import { NextFindings } from "./next-findings.tsx";
import { NextItem } from "./next-item.tsx";
import { NextMilestone } from "./next-milestone.tsx";
import { NextPayment } from "./next-payment.tsx";
import { NextProposal } from "./next-proposal.tsx";

/** Columns by the number of items, which are at least about 220 px wide. */
const COLUMN_CLASSES: Readonly<Record<number, string>> = {
  3: "lg:grid-cols-3",
  4: "xl:grid-cols-4",
  5: "lg:grid-cols-3 min-[100rem]:grid-cols-5",
};

/** The next payment if `invoices` is not null, open proposals and findings, the next meeting and the next milestone. */
export function NextUp({ invoices }: { invoices: Loadable<readonly OwnInvoice[]> | null }) {
  const { id } = useCurrentClient();
  const meetings = useOwnMeetings();
  const projects = useQuery(ownProjectsQuery(id));
  // Without them, the target dates of the projects are shown.
  const { data: milestones = [] } = useQuery(ownMilestonesQuery(id));
  const canReadFindings = useHasPermission("findings");
  const findings = useQuery({ ...ownFindingsQuery(id), enabled: canReadFindings });
  const canReadProposals = useHasPermission("proposals");
  const proposals = useQuery({ ...ownProposalsQuery(id), enabled: canReadProposals });
  const openProposals = listOpenProposals(proposals.data ?? []);
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const hasProposals = openProposals.length > 0;
  const hasFindings = canReadFindings && findings.data?.length !== 0;
  // The meeting and the milestone are always shown.
  const itemCount = 2 + [invoices !== null, hasProposals, hasFindings].filter(Boolean).length;
  const now = new Date();
  const today = firmToday(now);
  return (
    <section aria-labelledby="next-up" className="rounded-medium border border-line bg-surface p-4 sm:p-5">
      <h2 id="next-up" className="text-18">
        Next
      </h2>
      <div className={classNames("mt-3 grid gap-x-6 gap-y-1 sm:grid-cols-2", COLUMN_CLASSES[itemCount])}>
        {invoices && (
          <Part query={invoices} noun="payment">
            {(list) => <NextPayment invoices={list} now={now} />}
          </Part>
        )}
        {hasProposals && <NextProposal proposals={openProposals} today={today} />}
        {hasFindings && (
          <Part query={findings} noun="deadline">
            {(list) => <NextFindings findings={list} today={today} />}
          </Part>
        )}
        <Part query={meetings} noun="meeting">
          {(list) => {
            const [meeting] = listUnfinishedMeetings(list, now);
            return meeting ? (
              <NextItem
                icon={CalendarClock}
                label="Meeting"
                title={meeting.service_type}
                lines={[
                  { text: formatShortTime(new Date(meeting.scheduled_at), timeZone, now) },
                  ...(meeting.host_name ? [{ text: `With ${meeting.host_name}` }] : []),
                ]}
                to={sectionUrl("meetings")}
              />
            ) : (
              <NextItem
                icon={CalendarClock}
                label="Meeting"
                title="None scheduled"
                to={sectionUrl("meetings")}
              />
            );
          }}
        </Part>
        <Part query={projects} noun="milestone">
          {(list) => <NextMilestone projects={list} milestones={milestones} today={today} />}
        </Part>
      </div>
    </section>
  );
}

type PartProps<Data> = { query: Loadable<Data>; noun: string; children: (data: Data) => ReactNode };

function Part<Data>({ query, noun, children }: PartProps<Data>) {
  return (
    <Loaded
      query={query}
      errorMessage={`We couldn't load your next ${noun}.`}
      isSmall
      loading={<Skeleton className="h-20" />}
    >
      {children}
    </Loaded>
  );
}
