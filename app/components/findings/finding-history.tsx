import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Area } from "#app/api/client/area.ts";
import { type HistoryEntry, historyQuery } from "#app/api/shared/findings.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { ExpandButton } from "#app/ui/expand-button.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { brand } from "#brand";
import { describeEvent } from "#domain/findings/history.ts";
import { TimeStamp } from "./time-stamp.tsx";

const VISIBLE_ENTRIES = 5;

/** Everything that happened to a finding, newest first, with who did it and when. */
export function FindingHistory({ area, findingId }: { area: Area; findingId: string }) {
  const history = useQuery(historyQuery(area, findingId));
  const [isExpanded, setIsExpanded] = useState(false);
  return (
    <Card aria-labelledby="finding-history">
      <CardHeader title={<span id="finding-history">History</span>} />
      <Loaded
        query={history}
        errorMessage="We couldn't load the history."
        loading={<Loading text="Loading history..." rows={3} />}
        isSmall
      >
        {(entries) => (
          <>
            <ol className="grid gap-3">
              {entries.slice(0, isExpanded ? undefined : VISIBLE_ENTRIES).map((entry) => (
                <Entry key={entry.id} entry={entry} />
              ))}
            </ol>
            {entries.length === 0 && <p className="text-14 text-muted">History starts at publication</p>}
            {entries.length > VISIBLE_ENTRIES && (
              <ExpandButton className="mt-3" isExpanded={isExpanded} onChange={setIsExpanded}>
                {isExpanded ? "Show less" : `Show all ${entries.length} entries`}
              </ExpandButton>
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}

function Entry({ entry }: { entry: HistoryEntry }) {
  return (
    <li className="text-14">
      <p>{describeEvent({ action: entry.action, fromValue: entry.from_value, toValue: entry.to_value })}</p>
      {entry.note && <p className="wrap-anywhere mt-0.5 whitespace-pre-wrap text-muted">{entry.note}</p>}
      <p className="mt-0.5 text-13 text-muted">
        {formatActor(entry)} · <TimeStamp at={entry.at} hasTime />
      </p>
    </li>
  );
}

function formatActor({ actor_role, actor }: HistoryEntry): string {
  if (actor_role === "admin") {
    return actor ? `${actor}, ${brand.name}` : brand.name;
  }
  return actor_role === "client" ? actor || "Former member" : "System";
}
