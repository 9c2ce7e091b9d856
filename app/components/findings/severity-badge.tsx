import { Badge } from "#app/ui/feedback/badge.tsx";
import { SEVERITY_LABELS, SEVERITY_TONES, type Severity } from "#domain/findings/severity.ts";

export function SeverityBadge({ severity }: { severity: Severity }) {
  return <Badge tone={SEVERITY_TONES[severity]}>{SEVERITY_LABELS[severity]}</Badge>;
}
