import { Badge } from "#app/ui/badge.tsx";
import { answerClock } from "#domain/inquiry.ts";

/** What is left of the promised 24 hours; nothing once the inquiry is answered. */
export function ClockBadge({ inquiry }: { inquiry: { state: string; created_at: string } }) {
  const clock = answerClock(inquiry, new Date());
  if (!clock) return "—";
  return <Badge tone={clock.tone}>{clock.label}</Badge>;
}
