import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { callApi } from "#app/api/api.ts";
import type { BackgroundWork, InvoiceMails, UnsentMailPage } from "#domain/background-work.ts";

/** Milliseconds between two looks while the screen is open. */
const LOOK_EVERY = 10_000;

/** Schedules, jobs in trouble, counts of unsent mail, and the switches of the mails about invoices. */
export function backgroundWork() {
  return queryOptions({
    queryKey: ["background-work"],
    queryFn: () => callApi<BackgroundWork>("admin", "/api/admin/jobs"),
  });
}

/** The same for a screen that stays open. */
export function watchedWork() {
  return queryOptions({ ...backgroundWork(), refetchInterval: LOOK_EVERY });
}

/** One page of the mails that have not been sent, counted from 1; `state` is "" for all of them. */
export function unsentMails({ state, page }: { state: string; page: number }) {
  return queryOptions({
    queryKey: ["unsent-mails", state, page],
    queryFn: () =>
      callApi<UnsentMailPage>(
        "admin",
        `/api/admin/mails?${new URLSearchParams({ state, page: String(page) })}`,
      ),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_EVERY,
  });
}

/** Has a job in trouble tried again. @throws ApiFailure 404 when it needs nothing any more. */
export async function runJobAgain(id: string): Promise<void> {
  await callApi("admin", `/api/admin/jobs/${id}/run-again`, { method: "POST" });
}

/** Takes a job that was given up out of the queue. @throws ApiFailure 404 when it needs nothing any more. */
export async function dismissJob(id: string): Promise<void> {
  await callApi("admin", `/api/admin/jobs/${id}/dismiss`, { method: "POST" });
}

/** Runs a schedule now. @throws ApiFailure */
export async function runSchedule(name: string): Promise<void> {
  await callApi("admin", `/api/admin/jobs/schedules/${name}/run`, { method: "POST" });
}

/** Has a mail tried again. @throws ApiFailure 409 when it has been sent meanwhile. */
export async function sendMailAgain(id: string): Promise<void> {
  await callApi("admin", `/api/admin/mails/${id}/send-again`, { method: "POST" });
}

/** Has a mail that failed tried no more. @throws ApiFailure 409 while it is being sent. */
export async function dismissMail(id: string): Promise<void> {
  await callApi("admin", `/api/admin/mails/${id}/dismiss`, { method: "POST" });
}

export async function switchInvoiceMails(wanted: InvoiceMails): Promise<void> {
  await callApi("admin", "/api/admin/invoice-mails", { method: "PUT", body: wanted });
}
