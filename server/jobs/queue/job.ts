import type { ClosedSets } from "#supabase/database.types.ts";

/** Job names, from the check constraint on private.job_runs. */
export type JobName = ClosedSets["private.job_runs.name"];

/** Runs a job. A rejection causes a retry with exponential backoff until no attempts are left. */
export type JobHandler = (payload: unknown, attempt?: JobAttempt) => Promise<void>;

/** `isLast` means that a failure is not retried. */
export type JobAttempt = {
  isLast: boolean;
  /** Aborted when the job must stop, a few seconds after a shutdown begins. */
  stopSignal?: AbortSignal;
  /** Aborted when a shutdown begins. Jobs that only wait can stop immediately. */
  shutdownSignal?: AbortSignal;
};
