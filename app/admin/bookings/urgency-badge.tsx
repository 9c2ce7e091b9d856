import { Badge } from "#app/ui/badge.tsx";

/** How pressing a booking is, in a word and a tone. */
const urgencies: Record<string, { label: string; tone: string }> = {
  high: { label: "HIGH", tone: "negative" },
  medium: { label: "MEDIUM", tone: "warning" },
  low: { label: "LOW", tone: "neutral" },
};

export function UrgencyBadge({ urgency }: { urgency: string }) {
  const { label, tone } = urgencies[urgency] ?? { label: urgency.toUpperCase(), tone: "neutral" };
  return <Badge tone={tone}>{label} priority</Badge>;
}
