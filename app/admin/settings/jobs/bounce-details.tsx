import { type Bounce, bounceAdvice, bounceMessage } from "#domain/jobs/bounce.ts";
import type { UndeliveredEmail } from "#domain/jobs/job-status.ts";
import { Timestamp } from "../timestamp.tsx";

/** Shows when and why an email bounced, the mail server's message, and what to do about it. */
export function BounceDetails({ kind, bounce }: Pick<UndeliveredEmail, "kind"> & { bounce: Bounce }) {
  return (
    <span className="wrap-anywhere mt-1 block max-w-[36ch] text-13 text-muted">
      <Timestamp at={bounce.at} />
      <span className="block">{bounceMessage(bounce.status)}</span>
      <span className="block">{bounce.reason || bounce.status}</span>
      <span className="block text-text">{bounceAdvice(kind)}</span>
    </span>
  );
}
