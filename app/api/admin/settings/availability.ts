import { queryOptions } from "@tanstack/react-query";
import { adminApi } from "#app/api/admin/admin-api.ts";
import { readJson } from "#app/api/client/read-response.ts";
import type {
  BlockedTimeForm,
  DateOverride,
  FeedForm,
  HostForm,
  SchedulingSettings,
  WeeklyHours,
} from "#domain/scheduling/settings-form.ts";

const { scheduling } = adminApi;

async function fetchAvailability() {
  return readJson(scheduling.$get());
}

/** Everything that determines which times can be booked. */
export type AvailabilityOverview = Awaited<ReturnType<typeof fetchAvailability>>;
export type Host = AvailabilityOverview["hosts"][number];
export type Feed = AvailabilityOverview["feeds"][number];
export type Override = AvailabilityOverview["overrides"][number];
export type BlockedTime = AvailabilityOverview["blockedTimes"][number];

export function availabilityQuery() {
  return queryOptions({ queryKey: ["availability"], queryFn: fetchAvailability });
}

/** @throws {ApiError} */
export async function saveSchedulingSettings(settings: SchedulingSettings): Promise<void> {
  await readJson(scheduling.settings.$put({ json: settings }));
}

/** @throws {ApiError} */
export async function saveWeeklyHours(hours: WeeklyHours): Promise<void> {
  await readJson(scheduling.hours.$put({ json: hours }));
}

/** Replaces the hours of a date. @throws {ApiError} */
export async function saveOverride(override: DateOverride): Promise<void> {
  await readJson(scheduling.overrides[":date"].$put({ param: { date: override.date }, json: override }));
}

/** Restores the weekly hours of a date. @throws {ApiError} */
export async function deleteOverride(date: Override["date"]): Promise<void> {
  await readJson(scheduling.overrides[":date"].$delete({ param: { date } }));
}

/** Adds a host, or changes the one with the id. @throws {ApiError} */
export async function saveHost(id: string | null, host: HostForm): Promise<void> {
  await (id === null
    ? readJson(scheduling.hosts.$post({ json: host }))
    : readJson(scheduling.hosts[":id"].$put({ param: { id }, json: host })));
}

/** @throws {ApiError} 409 if the host has consultations */
export async function deleteHost(id: string): Promise<void> {
  await readJson(scheduling.hosts[":id"].$delete({ param: { id } }));
}

/** @throws {ApiError} */
export async function addFeed(feed: FeedForm): Promise<void> {
  await readJson(scheduling.feeds.$post({ json: feed }));
}

/** @throws {ApiError} */
export async function deleteFeed(id: string): Promise<void> {
  await readJson(scheduling.feeds[":id"].$delete({ param: { id } }));
}

/** Queues a read of all calendars. @throws {ApiError} */
export async function readFeeds(): Promise<void> {
  await readJson(scheduling.feeds.read.$post());
}

/** @throws {ApiError} */
export async function blockTime(blocked: BlockedTimeForm): Promise<void> {
  await readJson(scheduling["blocked-times"].$post({ json: blocked }));
}

/** @throws {ApiError} */
export async function unblockTime(id: string): Promise<void> {
  await readJson(scheduling["blocked-times"][":id"].$delete({ param: { id } }));
}
