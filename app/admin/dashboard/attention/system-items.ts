import {
  type BookingLimit,
  bookingLimitMessage,
  bookingLimitTitle,
} from "#domain/consultations/booking-limits.ts";
import type { Instant } from "#domain/dates/instant.ts";
import { addAge } from "#domain/firm/attention.ts";
import { type JobsOverview, listEmailProblems, listJobProblems } from "#domain/jobs/job-health.ts";
import { type CalendarFeed, isFeedFailing } from "#domain/scheduling/settings-form.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import { ACTION_NEEDED, type LinkedItem, listIf, WARNING } from "./linked-item.ts";

const JOBS_PATH = "/admin/settings?section=jobs";

/** At most one item for email and one for jobs. */
export function jobItems(overview: JobsOverview): LinkedItem[] {
  const { failed, bounced } = overview.emails;
  const emailProblems = listEmailProblems(overview.emails);
  const jobProblems = listJobProblems(overview);
  return [
    ...listIf(emailProblems.length > 0, {
      kind: "email",
      key: "email",
      title: emailProblems.join(", "),
      details: "Undelivered email",
      badge: failed + bounced > 0 ? ACTION_NEEDED : WARNING,
      since: null,
      to: JOBS_PATH,
    }),
    ...listIf(jobProblems.length > 0, {
      kind: "jobs",
      key: "jobs",
      title: jobProblems.join(", "),
      details: "Scheduled jobs",
      badge: ACTION_NEEDED,
      since: null,
      to: JOBS_PATH,
    }),
  ];
}

type CalendarProblems = {
  feeds: readonly (Pick<CalendarFeed, "id" | "label" | "failure"> & { failingSince: Instant | null })[];
  conflicts: readonly string[];
  reachedLimits: readonly { name: BookingLimit; reachedAt: Instant }[];
};

/**
 * One item per calendar that has failed for hours, one for consultations at whose time a host is busy, and one per reached
 * limit of bookings.
 */
export function calendarItems(
  { feeds, conflicts, reachedLimits }: CalendarProblems,
  now: Date,
): LinkedItem[] {
  return [
    ...reachedLimits.map(
      ({ name, reachedAt }): LinkedItem => ({
        kind: "bookingLimit",
        key: `booking-limit-${name}`,
        title: bookingLimitTitle(name),
        details: bookingLimitMessage(name),
        badge: WARNING,
        since: reachedAt,
        to: `/admin/bookings?tab=consultations${name === "holds" ? "&status=held" : ""}`,
      }),
    ),
    ...feeds
      .filter((feed) => isFeedFailing(feed, now))
      .map(
        ({ id, label, failure, failingSince }): LinkedItem => ({
          kind: "calendar",
          key: `calendar-${id}`,
          title: `Calendar "${label}" can't be read`,
          details: failure ?? "Its last known times stay blocked",
          badge: addAge(ACTION_NEEDED, failingSince, now),
          since: failingSince,
          to: "/admin/settings?section=availability",
        }),
      ),
    ...listIf(conflicts.length > 0, {
      kind: "consultationConflict",
      key: "consultation-conflicts",
      title: `${formatCount(conflicts.length, "consultation")} ${conflicts.length === 1 ? "conflicts" : "conflict"} with a calendar`,
      details: "The host is busy at that time",
      badge: WARNING,
      since: null,
      to: "/admin/bookings?tab=consultations",
    }),
  ];
}
