import { compareVersions, type ProposalChange } from "#domain/proposals/compare-versions.ts";
import type { ProposalContent } from "#domain/proposals/proposal-content.ts";

/** Longer texts are not repeated in the list of changes. */
const MAX_SHOWN_LENGTH = 60;

/** What a version changed, compared with the one before. */
export function ChangeList({ before, after }: { before: ProposalContent; after: ProposalContent }) {
  const changes = compareVersions(before, after);
  return changes.length === 0 ? (
    <p>No changes</p>
  ) : (
    <ul className="list-disc pl-5">
      {changes.map((change) => (
        <li key={`${change.kind} ${change.part}`} className="wrap-anywhere">
          {describeChange(change)}
        </li>
      ))}
    </ul>
  );
}

function describeChange({ kind, part, before, after }: ProposalChange): string {
  const isShort = [before, after].every((text) => (text ?? "").length <= MAX_SHOWN_LENGTH);
  if (!isShort) {
    return `${part} ${kind}`;
  }
  return kind === "changed" ? `${part}: ${before} → ${after}` : `${part} ${kind}: ${before ?? after}`;
}
