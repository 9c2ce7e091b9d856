import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { callApi } from "#app/api/client/call-api.ts";
import type {
  InvoiceEmailSettings,
  JobName,
  JobsOverview,
  UndeliveredEmailPage,
} from "#domain/jobs/job-status.ts";

const POLL_INTERVAL_MS = 10_000;

/** Schedules, failed jobs, counts of undelivered email, and the settings for invoice emails. */
export function jobsOverviewQuery() {
  return queryOptions({
    queryKey: ["jobs-overview"],
    queryFn: () => callApi<JobsOverview>("admin", "/api/admin/jobs"),
  });
}

/** The same, polled while the page is open. */
export function polledJobsOverviewQuery() {
  return queryOptions({ ...jobsOverviewQuery(), refetchInterval: POLL_INTERVAL_MS });
}

/** One page of undelivered email. An empty `state` selects all. */
export function undeliveredEmailQuery({ state, page }: { state: string; page: number }) {
  return queryOptions({
    queryKey: ["undelivered-email", state, page],
    queryFn: () =>
      callApi<UndeliveredEmailPage>(
        "admin",
        `/api/admin/emails?${new URLSearchParams({ state, page: String(page) })}`,
      ),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_INTERVAL_MS,
  });
}

/** Retries a failed or stalled job. @throws {ApiError} 404 if it has finished or was dismissed. */
export async function retryJob(id: string): Promise<void> {
  await callApi("admin", `/api/admin/jobs/${id}/retry`, { method: "POST" });
}

/** Removes a failed job from the queue. @throws {ApiError} 404 if it has finished or was dismissed. */
export async function dismissJob(id: string): Promise<void> {
  await callApi("admin", `/api/admin/jobs/${id}/dismiss`, { method: "POST" });
}

/** Runs a scheduled job now. @throws {ApiError} */
export async function runSchedule(name: JobName): Promise<void> {
  await callApi("admin", `/api/admin/jobs/schedules/${name}/run`, { method: "POST" });
}

/** Resends an undelivered email. @throws {ApiError} 409 if it has been sent. */
export async function resendEmail(id: string): Promise<void> {
  await callApi("admin", `/api/admin/emails/${id}/resend`, { method: "POST" });
}

/** Stops retrying an email. @throws {ApiError} 409 while it is being sent. */
export async function dismissEmail(id: string): Promise<void> {
  await callApi("admin", `/api/admin/emails/${id}/dismiss`, { method: "POST" });
}

/** @throws {ApiError} */
export async function saveInvoiceEmailSettings(settings: InvoiceEmailSettings): Promise<void> {
  await callApi("admin", "/api/admin/invoice-emails", { method: "PUT", body: settings });
}
