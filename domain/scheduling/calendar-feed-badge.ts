import { type CalendarFeed, isFeedFailing } from "#domain/scheduling/settings-form.ts";
import type { StatusBadge } from "#domain/status.ts";

type FeedStatus = Pick<CalendarFeed, "checkedAt" | "failingSince">;

/** Calendars are read every 10 minutes, so a longer gap means that the job is not running. */
const STALE_AFTER_MS = 3_600_000;

/** Failures of a few minutes are common, so they are warnings at first. */
export function calendarFeedBadge(feed: FeedStatus, now: Date): StatusBadge {
  if (feed.checkedAt === null) {
    return { label: "Not read yet", tone: "neutral" };
  }
  if (now.getTime() - Date.parse(feed.checkedAt) > STALE_AFTER_MS) {
    return { label: "Out of date", tone: "warning" };
  }
  if (feed.failingSince === null) {
    return { label: "Up to date", tone: "positive" };
  }
  return isFeedFailing(feed, now)
    ? { label: "Failing", tone: "negative" }
    : { label: "Last read failed", tone: "warning" };
}
