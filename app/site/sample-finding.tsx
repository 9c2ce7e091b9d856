import type { ReactNode } from "react";
import { Markdown } from "#app/components/findings/markdown.tsx";
import { SeverityBadge } from "#app/components/findings/severity-badge.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { toFindingStateBadge, VERDICT_BADGES } from "#domain/findings/finding-state.ts";
import type { ReportedFinding } from "#domain/findings/report/report.ts";
import { TAXONOMY_LABELS } from "#domain/findings/taxonomy.ts";
import { PhoneDetails } from "./phone-details.tsx";
import { SampleReportLink } from "./sample-report-link.tsx";

type FindingProps = { finding: ReportedFinding };

/** A finding of the sample report. */
export function SampleFinding({ finding }: FindingProps) {
  const { title, affectedAsset, mappings } = finding;
  return (
    <figure className="rounded-medium border border-line bg-surface">
      <div className="border-line border-b p-5">
        <FindingStatus finding={finding} />
        <h3 className="mt-2 text-18">{title}</h3>
        <p className="mt-1 text-14 text-muted">{affectedAsset}</p>
      </div>
      <div className="grid gap-5 p-5">
        <FindingPart heading="What we found">
          <Markdown text={finding.description} />
        </FindingPart>
        <FindingPart heading="Impact">
          <Markdown text={finding.impact} />
        </FindingPart>
        <div>
          <PhoneDetails label="Show evidence and fix">
            <div className="grid gap-5 max-sm:mt-5">
              <FindingPart heading="Evidence">
                <Markdown text={finding.evidence} />
              </FindingPart>
              <FindingPart heading="Recommendation">
                <Markdown text={finding.recommendation} />
              </FindingPart>
              <LatestRetest finding={finding} />
              <FindingPart heading="Maps to">
                <ul className="grid gap-1 text-14">
                  {mappings.map(({ taxonomy, id, name }) => (
                    <li key={`${taxonomy} ${id}`}>
                      <span className="font-mono text-13">{id}</span> {name}
                      <span className="text-muted"> · {TAXONOMY_LABELS[taxonomy]}</span>
                    </li>
                  ))}
                </ul>
              </FindingPart>
            </div>
          </PhoneDetails>
        </div>
      </div>
      <figcaption className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-line border-t px-5 py-3 text-13 text-faint">
        Fictional sample. Your findings stay confidential.
        <SampleReportLink />
      </figcaption>
    </figure>
  );
}

/** The key, severity and status. */
export function FindingStatus({ finding: { key, severity, state } }: FindingProps) {
  const status = toFindingStateBadge(state);
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <span className="font-mono text-13 text-faint">{key}</span>
      <SeverityBadge severity={severity} />
      <Badge tone={status.tone}>{status.label}</Badge>
    </p>
  );
}

/** The result of the latest retest. Renders nothing without one. */
export function LatestRetest({ finding: { retests } }: FindingProps) {
  const retest = retests.at(-1);
  return (
    retest && (
      <FindingPart heading={`Retest on ${formatDate(retest.testedOn)}`}>
        <Badge tone={VERDICT_BADGES[retest.verdict].tone}>{VERDICT_BADGES[retest.verdict].label}</Badge>
        <div className="mt-2">
          <Markdown text={retest.evidence} />
        </div>
      </FindingPart>
    )
  );
}

/** A part of a sample finding, such as its evidence. */
export function FindingPart({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <h4 className="mb-2 font-medium text-13 text-faint tracking-normal">{heading}</h4>
      {children}
    </div>
  );
}
