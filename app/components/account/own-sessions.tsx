import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { House } from "#app/api/house.ts";
import { endAllSessions, endSession, type OwnSession, ownSessions } from "#app/api/own-account.ts";
import { reportFailure } from "#app/api/report-failure.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { useConfirmation } from "#app/ui/alert-dialog.tsx";
import { Mark } from "#app/ui/badge.tsx";
import { Banner } from "#app/ui/banner.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card, CardHead } from "#app/ui/card.tsx";
import { Loading } from "#app/ui/skeleton.tsx";
import { deviceName } from "#domain/device.ts";
import { relativeTime } from "#domain/relative-time.ts";
import { useNewSignIn } from "./use-new-sign-in.ts";

const sessionsQuery = (house: House) =>
  queryOptions({ queryKey: ["own-sessions", house], queryFn: () => ownSessions(house) });

type OwnSessionsProps = {
  house: House;
  /** What else ends in this browser once all sessions have. */
  onAllEnded?: () => void;
};

/** Where the person is signed in, and ways to end that. */
export function OwnSessions({ house, onAllEnded }: OwnSessionsProps) {
  const answers = useQueryClient();
  const sessions = useQuery(sessionsQuery(house));
  const confirm = useConfirmation();
  const askForNewSignIn = useNewSignIn(house);
  const [busy, setBusy] = useState<string | null>(null);
  const [hasFailed, setHasFailed] = useState(false);

  async function act(what: string, work: () => Promise<void>) {
    setHasFailed(false);
    setBusy(what);
    try {
      await work();
    } catch (error) {
      if (await askForNewSignIn(error)) return;
      reportFailure(error);
      setHasFailed(true);
    } finally {
      setBusy(null);
    }
  }

  async function signOutEverywhere() {
    const isSure = await confirm({
      text: "Sign out everywhere? This window is signed out too.",
      act: "Sign out everywhere",
    });
    if (!isSure) return;
    await act("all", async () => {
      await endAllSessions(house);
      onAllEnded?.();
    });
  }

  return (
    <Card aria-labelledby="own-sessions">
      <CardHead
        title={<span id="own-sessions">Where you are signed in</span>}
        action={
          <Button size="small" busy={busy === "all"} busyLabel="Signing out..." onClick={signOutEverywhere}>
            Sign out everywhere
          </Button>
        }
      />
      {hasFailed && (
        <Banner tone="negative" urgent>
          That did not work. Please try again.
        </Banner>
      )}
      <Loaded
        query={sessions}
        failed="Your sessions could not be loaded."
        loading={<Loading text="Loading your sessions..." rows={2} />}
      >
        {(list) => (
          <ul className="divide-y divide-line border-line border-y">
            {list.map((session) => (
              <SessionLine
                key={session.id}
                session={session}
                isBusy={busy === session.id}
                onEnd={() =>
                  act(session.id, async () => {
                    await endSession(house, session.id);
                    await answers.invalidateQueries({ queryKey: sessionsQuery(house).queryKey });
                  })
                }
              />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}

type SessionLineProps = { session: OwnSession; isBusy: boolean; onEnd: () => void };

function SessionLine({ session, isBusy, onEnd }: SessionLineProps) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const device = deviceName(session.user_agent);
  const seen = relativeTime(session.refreshed_at ?? session.created_at, new Date(), timeZone);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 font-medium text-14">
          {device}
          {session.current && <Mark>This window</Mark>}
        </p>
        <p className="tabular text-13 text-muted">
          {[session.ip, `last renewed ${seen}`].filter(Boolean).join(" · ")}
        </p>
      </div>
      {!session.current && (
        <Button
          size="small"
          busy={isBusy}
          busyLabel="Ending..."
          aria-label={`Sign out ${device}, last renewed ${seen}`}
          onClick={onEnd}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}
