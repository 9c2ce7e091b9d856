import { z } from "zod";
import type { Job } from "#server/jobs/job.ts";
import type { Services } from "#server/services.ts";

const Payload = z.object({ eventId: z.string() });

/** Does what a stored event of the provider asks for; tried again until the provider answers. */
export function processWebhookEvent({ payments }: Pick<Services, "payments">): Job {
  return (payload) => payments.processWebhookEvent(Payload.parse(payload).eventId);
}
