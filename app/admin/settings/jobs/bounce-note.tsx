import { type Bounce, bounceAdvice, bounceMeaning } from "#domain/bounce.ts";
import { Moment } from "../moment.tsx";

/** When a mail came back, why, in our words and the other mail server's, and what to do about it. */
export function BounceNote({ kind, bounce }: { kind: string; bounce: Bounce }) {
  return (
    <span className="wrap-anywhere mt-1 block max-w-[36ch] text-13 text-muted">
      <Moment at={bounce.at} />
      <span className="block">{bounceMeaning(bounce.status)}</span>
      <span className="block">{bounce.reason || bounce.status}</span>
      <span className="block text-text">{bounceAdvice(kind)}</span>
    </span>
  );
}
