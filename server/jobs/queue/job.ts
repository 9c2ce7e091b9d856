import type { ClosedSets } from "#supabase/database.types.ts";

/** Names of jobs, as listed in the check constraint of private.job_runs. */
export type JobName = ClosedSets["private.job_runs.name"];

/** Runs a job. If it rejects, the job is retried with growing delays, up to its last attempt. */
export type JobHandler = (payload: unknown, attempt?: JobAttempt) => Promise<void>;

/** `isLast`: no retry follows if this attempt fails. `stopping` is aborted when the server shuts down. */
export type JobAttempt = { isLast: boolean; stopping?: AbortSignal };
