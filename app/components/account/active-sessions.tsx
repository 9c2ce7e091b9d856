import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { endAllSessions, endSession, listOwnSessions, type OwnSession } from "#app/api/auth/account.ts";
import type { Area } from "#app/api/client/area.ts";
import { logRequestError } from "#app/api/client/log-request-error.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Button } from "#app/ui/button.tsx";
import { Tag } from "#app/ui/feedback/badge.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { useConfirmation } from "#app/ui/overlays/alert-dialog.tsx";
import { formatRelativeTime } from "#domain/dates/relative-time.ts";
import { formatDeviceName } from "#domain/sign-in/device-name.ts";
import { useReauthentication } from "./use-reauthentication.ts";

const sessionsQuery = (area: Area) =>
  queryOptions({ queryKey: ["own-sessions", area], queryFn: () => listOwnSessions(area) });

/** Sessions shown before the user expands the list. */
const INITIALLY_SHOWN = 5;

type ActiveSessionsProps = {
  area: Area;
  onSignedOutEverywhere?: () => void;
};

/** List of the user's sessions, with buttons to end them. */
export function ActiveSessions({ area, onSignedOutEverywhere }: ActiveSessionsProps) {
  const queryClient = useQueryClient();
  const sessions = useQuery(sessionsQuery(area));
  const confirm = useConfirmation();
  const reauthenticateIfRequired = useReauthentication(area);
  const [busySessionId, setBusySessionId] = useState<string | null>(null);
  const [isExpanded, setIsExpanded] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);

  async function endAndReport(id: string, action: () => Promise<void>) {
    setHasFailed(false);
    setBusySessionId(id);
    try {
      await action();
    } catch (error) {
      if (await reauthenticateIfRequired(error)) {
        return;
      }
      logRequestError(error);
      setHasFailed(true);
    } finally {
      setBusySessionId(null);
    }
  }

  async function signOutEverywhere() {
    const isConfirmed = await confirm({
      text: "Sign out of every session, including this one?",
      confirmLabel: "Sign out everywhere",
    });
    if (!isConfirmed) {
      return;
    }
    await endAndReport("all", async () => {
      await endAllSessions(area);
      onSignedOutEverywhere?.();
    });
  }

  return (
    <Card aria-labelledby="own-sessions">
      <CardHeader
        title={<span id="own-sessions">Active sessions</span>}
        action={
          <Button
            size="small"
            busy={busySessionId === "all"}
            busyLabel="Signing out..."
            onClick={signOutEverywhere}
          >
            Sign out everywhere
          </Button>
        }
      />
      {hasFailed && (
        <Banner tone="negative" urgent>
          Something went wrong. Try again.
        </Banner>
      )}
      <Loaded
        query={sessions}
        errorMessage="We couldn't load your sessions."
        loading={<Loading text="Loading your sessions..." rows={2} />}
      >
        {(list) => (
          <>
            <ul className="divide-y divide-line border-line border-y">
              {putCurrentFirst(list)
                .slice(0, isExpanded ? list.length : INITIALLY_SHOWN)
                .map((session) => (
                  <SessionLine
                    key={session.id}
                    session={session}
                    isBusy={busySessionId === session.id}
                    onEnd={() =>
                      endAndReport(session.id, async () => {
                        await endSession(area, session.id);
                        await queryClient.invalidateQueries({ queryKey: sessionsQuery(area).queryKey });
                      })
                    }
                  />
                ))}
            </ul>
            {!isExpanded && list.length > INITIALLY_SHOWN && (
              <Button size="small" className="mt-4" onClick={() => setIsExpanded(true)}>
                {`Show all ${list.length} sessions`}
              </Button>
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}

function putCurrentFirst(sessions: readonly OwnSession[]): OwnSession[] {
  return sessions.toSorted((left, right) => Number(right.current) - Number(left.current));
}

type SessionLineProps = { session: OwnSession; isBusy: boolean; onEnd: () => void };

function SessionLine({ session, isBusy, onEnd }: SessionLineProps) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const device = formatDeviceName(session.user_agent);
  const lastActive = formatRelativeTime(session.refreshed_at ?? session.created_at, new Date(), timeZone);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 font-medium text-14">
          {device}
          {session.current && <Tag>This device</Tag>}
        </p>
        <p className="tabular text-13 text-muted">
          {[session.ip, `active ${lastActive}`].filter(Boolean).join(" · ")}
        </p>
      </div>
      {!session.current && (
        <Button
          size="small"
          busy={isBusy}
          busyLabel="Signing out..."
          aria-label={`Sign out ${device}, active ${lastActive}`}
          onClick={onEnd}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}
