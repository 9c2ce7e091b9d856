import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  redirectToSquareConsent,
  type SquareStatus,
  squareStatusQuery,
  syncInvoices,
} from "#app/api/admin/square-connection.ts";
import { squareOverviewQuery } from "#app/api/admin/square-operations.ts";
import { squareWritingQuery } from "#app/api/admin/square-writing.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { formatUpdatedAt } from "#app/components/updated-at.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { History, Link2, RefreshCw } from "#app/ui/icons.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { connectSquareText } from "#domain/square/writing.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import { useRefetchAfterSync, useRunningSync } from "../square/use-running-sync.ts";
import { SyncOutcome } from "./sync-outcome.tsx";

/** Card with the Square connection and the sync button. */
export function SquareCard() {
  const status = useQuery(squareStatusQuery());
  return (
    <Card id="square">
      <CardHeader
        title="Square Integration"
        subtitle="Synced from Square"
        action={
          status.data && (
            <Badge tone={status.data.connected ? "positive" : "neutral"}>
              {status.data.connected ? "Connected" : "Not connected"}
            </Badge>
          )
        }
      />
      <Loaded
        query={status}
        errorMessage="We couldn't load the Square connection."
        loading={<Loading text="Loading connection..." rows={2} />}
      >
        {(loaded) => <Connection status={loaded} />}
      </Loaded>
    </Card>
  );
}

function Connection({ status }: { status: SquareStatus }) {
  const queryClient = useQueryClient();
  const [seenCount, setSeenCount] = useState(0);
  const connect = useMutation({ mutationFn: redirectToSquareConsent });
  const sync = useMutation({
    mutationFn: () => syncInvoices(setSeenCount),
    onMutate: () => setSeenCount(0),
    // Refetch everything, because a sync can change any amount on any page.
    onSettled: () => queryClient.invalidateQueries(),
  });
  const writing = useQuery({ ...squareWritingQuery(), enabled: !status.connected });
  const runningSync = useRunningSync(sync.isPending);
  const backgroundSync = useQuery(squareOverviewQuery()).data?.running ?? null;
  useRefetchAfterSync(backgroundSync);
  // Keep the button busy until the browser has navigated to Square.
  const isRedirecting = connect.isPending || connect.isSuccess;
  return (
    <div className="grid gap-4">
      {status.last_error && (
        <Banner tone={status.merchant_id && !status.connected ? "negative" : "warning"}>
          {status.last_error}
        </Banner>
      )}
      {connect.error && (
        <Banner tone="negative" urgent>
          OAuth failed: {errorMessage(connect.error, "unknown error")}
        </Banner>
      )}
      <SquareWarning />
      <SyncOutcome
        isPending={sync.isPending || (backgroundSync?.cause === "connect" && sync.isIdle)}
        seen={Math.max(seenCount, (runningSync ?? backgroundSync)?.seen ?? 0)}
        pausedUntil={runningSync?.pausedUntil ?? null}
        result={sync.data ?? null}
        error={sync.error}
      />
      {status.connected ? (
        <ConnectionDetails status={status} />
      ) : (
        <p className="text-14 text-muted">{getDisconnectedText(status, writing.data?.isEnabled ?? false)}</p>
      )}
      <div className="flex flex-wrap gap-3">
        {status.connected && (
          <Button
            icon={<RefreshCw aria-hidden="true" className="size-4" />}
            busy={sync.isPending}
            busyLabel="Syncing..."
            disabled={isRedirecting}
            onClick={() => sync.mutate()}
          >
            Sync Invoices
          </Button>
        )}
        <Button
          // On a new installation, the first step at the top of the dashboard stands out instead.
          tone={status.merchant_id && !status.connected ? "primary" : "secondary"}
          icon={<Link2 aria-hidden="true" className="size-4" />}
          busy={isRedirecting}
          disabled={sync.isPending}
          onClick={() => connect.mutate()}
        >
          {status.merchant_id ? "Reconnect Square" : "Connect Square"}
        </Button>
        <ButtonLink to="/admin/square" icon={<History aria-hidden="true" className="size-4" />}>
          Sync history
        </ButtonLink>
      </div>
    </div>
  );
}

function getDisconnectedText(status: SquareStatus, isWritingEnabled: boolean): string {
  return status.merchant_id
    ? "Invoices aren't being updated. Reconnect Square to continue syncing. Existing data stays in the portal."
    : connectSquareText(isWritingEnabled);
}

/** Warns about remaining differences and failed webhook events. */
function SquareWarning() {
  const overview = useQuery(squareOverviewQuery()).data;
  const remainingCount = overview?.comparison?.left ?? 0;
  const failingCount = overview?.failingEvents ?? 0;
  const messages = [
    remainingCount > 0 &&
      `${remainingCount.toLocaleString("en-US")} ${remainingCount === 1 ? "invoice differs" : "invoices differ"} from Square.`,
    failingCount > 0 &&
      `${formatCount(failingCount, "event")} ${failingCount === 1 ? "needs" : "need"} attention.`,
  ].filter(Boolean);
  if (messages.length === 0) {
    return null;
  }
  return <Banner tone="warning">{messages.join(" ")}</Banner>;
}

function ConnectionDetails({ status }: { status: SquareStatus }) {
  const days = status.expires_in_days ?? 0;
  const details = [
    { label: "Merchant", value: status.merchant_name || "—" },
    { label: "Merchant ID", value: <span className="font-mono text-13">{status.merchant_id}</span> },
    { label: "Access expires", value: `in ${formatCount(days, "day")} (renews automatically)` },
    {
      label: "Last sync",
      value: status.last_synced_at ? formatUpdatedAt(status.last_synced_at, new Date()) : "never",
    },
  ];
  return (
    <dl className="grid gap-x-6 gap-y-2 text-14 sm:grid-cols-2 lg:grid-cols-4">
      {details.map(({ label, value }) => (
        <div
          key={label}
          className="flex items-baseline justify-between gap-4 sm:flex-col sm:justify-start sm:gap-0.5"
        >
          <dt className="shrink-0 text-13 text-muted">{label}</dt>
          <dd className="tabular min-w-0 wrap-break-word text-right sm:text-left">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
