import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { adminApi } from "#app/api/admin/admin-api.ts";
import { readJson } from "#app/api/client/read-response.ts";
import type { EmailStatus, InvoiceEmailSettings, JobName } from "#domain/jobs/job-status.ts";

const POLL_INTERVAL_MS = 10_000;

/** Schedules, failed jobs, counts of undelivered email, and the settings for invoice emails. */
export function jobsOverviewQuery() {
  return queryOptions({
    queryKey: ["jobs-overview"],
    queryFn: () => readJson(adminApi.jobs.$get()),
  });
}

/** The data of `jobsOverviewQuery`, polled while the page is open. */
export function polledJobsOverviewQuery() {
  return queryOptions({ ...jobsOverviewQuery(), refetchInterval: POLL_INTERVAL_MS });
}

/** One page of undelivered email. An empty `status` selects all. */
export function undeliveredEmailQuery({ status, page }: { status: EmailStatus | ""; page: number }) {
  return queryOptions({
    queryKey: ["undelivered-email", status, page],
    queryFn: () => readJson(adminApi.emails.$get({ query: { status, page: String(page) } })),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_INTERVAL_MS,
  });
}

/** Retries a failed or stalled job. @throws {ApiError} 404 if it has finished or was dismissed. */
export async function retryJob(id: string): Promise<void> {
  await readJson(adminApi.jobs[":id"].retry.$post({ param: { id } }));
}

/** Removes a failed job from the queue. @throws {ApiError} 404 if it has finished or was dismissed. */
export async function dismissJob(id: string): Promise<void> {
  await readJson(adminApi.jobs[":id"].dismiss.$post({ param: { id } }));
}

/** Runs a scheduled job now. @throws {ApiError} */
export async function runSchedule(name: JobName): Promise<void> {
  await readJson(adminApi.jobs.schedules[":name"].run.$post({ param: { name } }));
}

/** Resends an undelivered email. @throws {ApiError} 409 if it has been sent. */
export async function resendEmail(id: string): Promise<void> {
  await readJson(adminApi.emails[":id"].resend.$post({ param: { id } }));
}

/** Stops retrying an email. @throws {ApiError} 409 while it is being sent. */
export async function dismissEmail(id: string): Promise<void> {
  await readJson(adminApi.emails[":id"].dismiss.$post({ param: { id } }));
}

/** @throws {ApiError} */
export async function saveInvoiceEmailSettings(settings: InvoiceEmailSettings): Promise<void> {
  await readJson(adminApi["invoice-emails"].$put({ json: settings }));
}
