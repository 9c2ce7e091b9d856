import { classNames } from "#app/ui/class-names.ts";
import { toneClasses } from "#app/ui/tone.ts";
import { type ProposedTimeStatus, proposedTimeBadge } from "#domain/bookings/proposed-time.ts";
import type { Instant } from "#domain/dates/instant.ts";
import { formatShortTime } from "#domain/scheduling/short-time.ts";

type ProposedTimeProps = {
  proposedAt: Instant;
  timeZone: string;
  /** Undefined while it loads. Null if it could not be loaded or the time has passed. */
  check: ProposedTimeStatus | null | undefined;
};

/** The time that a client proposed, and whether the host is free then. */
export function ProposedTime({ proposedAt, timeZone, check }: ProposedTimeProps) {
  const badge = check && proposedTimeBadge(check);
  return (
    <div className="mt-1">
      <p className="text-13">
        <span className="text-warning">New time proposed</span>
        <time dateTime={proposedAt} className="tabular block">
          {formatShortTime(new Date(proposedAt), timeZone)}
        </time>
      </p>
      {badge && <p className={classNames("text-13", toneClasses(badge.tone).text)}>{badge.label}</p>}
      {check === undefined && <p className="text-13 text-muted">Checking availability...</p>}
    </div>
  );
}
