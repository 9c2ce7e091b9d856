import type { ProposalVersion } from "#app/api/shared/proposals.ts";
import { TimeStamp } from "#app/components/findings/time-stamp.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { formatDollars, toCents } from "#domain/money/money.ts";
import { ChangeList } from "./change-list.tsx";

type VersionListProps = {
  /** All versions that were sent, newest first. */
  versions: readonly ProposalVersion[];
  shownVersion: number;
  onShow: (version: number) => void;
};

/** The versions that were sent, with what each one changed. Renders nothing for a single version. */
export function VersionList({ versions, shownVersion, onShow }: VersionListProps) {
  if (versions.length < 2) {
    return null;
  }
  return (
    <Card aria-labelledby="proposal-versions">
      <CardHeader title={<span id="proposal-versions">Versions</span>} />
      <ol className="divide-y divide-line text-14">
        {versions.map((version, index) => {
          const previous = versions[index + 1];
          const isShown = version.version === shownVersion;
          return (
            <li key={version.version} className="py-3 first:pt-0 last:pb-0">
              <div className="flex items-baseline justify-between gap-4">
                <button
                  type="button"
                  aria-pressed={isShown}
                  onClick={() => onShow(version.version)}
                  className="rounded-small font-medium hover:text-accent hover:underline aria-pressed:text-accent"
                >
                  Version {version.version}
                </button>
                <span className="tabular">{formatDollars(toCents(version.total))}</span>
              </div>
              <p className="text-13 text-muted">
                {version.sent_at && (
                  <>
                    Sent <TimeStamp at={version.sent_at} />
                  </>
                )}
                {isShown && " · shown"}
              </p>
              {previous && (
                <div className="mt-1 text-13 text-muted">
                  <ChangeList before={previous.content} after={version.content} />
                </div>
              )}
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
