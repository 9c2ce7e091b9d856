import type { Job } from "#server/jobs/job.ts";
import type { Services } from "#server/services.ts";

/** Renews the provider's token once it is seven days old; runs daily, so that a failure is tried again in time. */
export function refreshProviderToken({ payments }: Pick<Services, "payments">): Job {
  return () => payments.renewOldToken();
}
