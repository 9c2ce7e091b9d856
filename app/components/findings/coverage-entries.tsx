import { Fragment } from "react";
import { Link } from "react-router";
import { useCellLayout } from "#app/ui/data-display/use-cell-layout.ts";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { COVERAGE_BADGES, type CoveredEntry, type CoveredFinding } from "#domain/findings/report/coverage.ts";
import { SeverityBadge } from "./severity-badge.tsx";
import { StateBadges } from "./state-badge.tsx";

type CoverageEntriesProps = {
  /** The framework. */
  label: string;
  entries: readonly CoveredEntry[];
  findingUrl: (findingId: string) => string;
};

/** The entries of a framework below their headings, as a table, or as compact rows on phones. */
export function CoverageEntries(props: CoverageEntriesProps) {
  return useCellLayout(720) === "card" ? <EntryRows {...props} /> : <EntryTable {...props} />;
}

function EntryTable({ label, entries, findingUrl }: CoverageEntriesProps) {
  return (
    <table aria-label={label} className="w-full border-collapse text-left text-14">
      <thead className="sticky top-[var(--below-header,0px)] z-10 bg-page">
        <tr className="border-line border-b text-13 text-muted">
          {["ID", "Name", "Status", "Findings"].map((header) => (
            <th key={header} scope="col" className="px-2 py-2 font-medium first:w-32 nth-3:w-40 last:w-2/5">
              {header}
            </th>
          ))}
        </tr>
      </thead>
      {groupEntries(entries).map(({ key, heading, entries: groupEntries }) => (
        <tbody key={key}>
          {heading && (
            <tr className="border-line border-b bg-raised/60">
              <th colSpan={4} scope="rowgroup" className="px-2 py-2 font-medium text-13 text-muted">
                {heading}
              </th>
            </tr>
          )}
          {groupEntries.map(({ id, name, status, findings }) => (
            <tr key={id} className="border-line border-b align-top">
              <th scope="row" className="whitespace-nowrap px-2 py-3 font-mono font-normal text-13">
                {id}
              </th>
              <td className="px-2 py-3">
                <span data-wraps className="block min-w-32">
                  {name}
                </span>
              </td>
              <td className="px-2 py-3">
                <CoverageBadge status={status} />
              </td>
              <td className="px-2 py-3">
                {findings.length > 0 ? (
                  <FindingLinks findings={findings} findingUrl={findingUrl} />
                ) : (
                  <span className="text-muted">—</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}

function EntryRows({ label, entries, findingUrl }: CoverageEntriesProps) {
  return groupEntries(entries).map(({ key, heading, entries: groupEntries }) => (
    <Fragment key={key}>
      {heading && <h3 className="mt-6 mb-1 font-medium text-13 text-muted">{heading}</h3>}
      <ul aria-label={heading ?? label} className="divide-y divide-line border-line border-y">
        {groupEntries.map(({ id, name, status, findings }) => (
          <li key={id} className="grid gap-1 py-3 text-14">
            <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <span className="font-mono text-13 text-muted">{id}</span>
              <CoverageBadge status={status} />
            </div>
            <p>{name}</p>
            {findings.length > 0 && <FindingLinks findings={findings} findingUrl={findingUrl} />}
          </li>
        ))}
      </ul>
    </Fragment>
  ));
}

function CoverageBadge({ status }: Pick<CoveredEntry, "status">) {
  const { label, tone } = COVERAGE_BADGES[status];
  return <Badge tone={tone}>{label}</Badge>;
}

type FindingLinksProps = Pick<CoverageEntriesProps, "findingUrl"> & { findings: readonly CoveredFinding[] };

function FindingLinks({ findings, findingUrl }: FindingLinksProps) {
  return (
    <ul className="grid gap-2">
      {findings.map(({ id, key, title, severity, state, retest }) => (
        <li key={id}>
          <Link
            to={findingUrl(id)}
            className="wrap-anywhere inline-block rounded-small hover:text-accent hover:underline pointer-coarse:py-1"
          >
            <span className="whitespace-nowrap font-mono text-13">{key}</span> {title}
          </Link>
          <span className="flex flex-wrap gap-x-4">
            <SeverityBadge severity={severity} />
            <StateBadges state={state} retest={retest} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Groups consecutive entries with the same heading. */
function groupEntries(
  entries: readonly CoveredEntry[],
): { key: string; heading: string | null; entries: CoveredEntry[] }[] {
  const groups = new Map<string, CoveredEntry[]>();
  let lastHeadingId: string | null = null;
  let key = "";
  for (const entry of entries) {
    const headingId = entry.group?.id ?? null;
    if (headingId !== lastHeadingId || groups.size === 0) {
      key = `${groups.size}`;
      lastHeadingId = headingId;
    }
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  return [...groups].map(([groupKey, ofGroup]) => {
    const group = ofGroup[0]?.group;
    return { key: groupKey, heading: group ? `${group.id}: ${group.name}` : null, entries: ofGroup };
  });
}
