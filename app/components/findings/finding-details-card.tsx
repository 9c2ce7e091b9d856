import type { ReactNode } from "react";
import type { Finding } from "#app/api/shared/findings.ts";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { formatInstantDate } from "#domain/dates/relative-time.ts";
import { SeverityBadge } from "./severity-badge.tsx";

/** Severity, rating, asset and dates of a finding. `children` are further rows. */
export function FindingDetailsCard({ finding, children }: { finding: Finding; children?: ReactNode }) {
  return (
    <Card aria-labelledby="finding-details">
      <CardHeader title={<span id="finding-details">Details</span>} />
      <dl className="grid gap-3 text-14">
        <DetailRow label="Severity">
          <SeverityBadge severity={finding.severity} />
        </DetailRow>
        {finding.cvss_vector && finding.cvss_score !== null && (
          <DetailRow label="CVSS 4.0 base score">
            <span className="tabular">{finding.cvss_score.toFixed(1)}</span>
            <span className="wrap-anywhere block font-mono text-13 text-muted">{finding.cvss_vector}</span>
          </DetailRow>
        )}
        {finding.affected_asset && <DetailRow label="Affected asset">{finding.affected_asset}</DetailRow>}
        <DetailRow label="Found">
          {formatDate(finding.found_on)}
          {finding.tester && ` by ${finding.tester}`}
        </DetailRow>
        {finding.published_on && <DetailRow label="Published">{formatPublicationDate(finding)}</DetailRow>}
        {finding.version > 1 && (
          <DetailRow label="Version">
            {finding.version}. {finding.correction_note}
          </DetailRow>
        )}
        {finding.tags.length > 0 && <DetailRow label="Tags">{finding.tags.join(", ")}</DetailRow>}
        {children}
      </dl>
    </Card>
  );
}

/** The date of the first version in the reader's time zone, as in the history. */
function formatPublicationDate({ published_on, finding_versions: versions }: Finding): string {
  const first = versions.find(({ version }) => version === 1);
  return first
    ? formatInstantDate(first.created_at, Intl.DateTimeFormat().resolvedOptions().timeZone)
    : formatDate(published_on);
}

export function DetailRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <dt className="text-muted">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
