import type { OwnProposal } from "#app/api/portal/proposals.ts";
import { Handshake } from "#app/ui/icons.tsx";
import { type CalendarDate, formatShortDate } from "#domain/dates/calendar-date.ts";
import { formatDollars, toCents } from "#domain/money/money.ts";
import { sectionUrl } from "../section-url.ts";
import { NextItem } from "./next-item.tsx";

/** The proposal that can be accepted for the shortest time. `proposals` are the open ones, sorted by their last day. */
export function NextProposal({
  proposals,
  today,
}: {
  proposals: readonly OwnProposal[];
  today: CalendarDate;
}) {
  const [next, ...others] = proposals;
  return (
    next && (
      <NextItem
        icon={Handshake}
        label="Proposal"
        title={others.length > 0 ? `${proposals.length} waiting for your decision` : next.title}
        lines={[
          {
            text: `${formatDollars(toCents(next.value))}, valid until ${next.valid_until ? formatShortDate(next.valid_until, today) : "—"}`,
          },
        ]}
        to={others.length > 0 ? sectionUrl("proposals") : sectionUrl("proposals", { proposal: next.id })}
      />
    )
  );
}
