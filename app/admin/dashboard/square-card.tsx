import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { History, Link2, RefreshCw } from "lucide-react";
import { useState } from "react";
import { leaveForConsent, type SquareStatus, squareStatus, syncInvoices } from "#app/api/admin-square.ts";
import { squareOverview } from "#app/api/square-operations.ts";
import { asOf } from "#app/components/as-of.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Banner } from "#app/ui/banner.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card, CardHead } from "#app/ui/card.tsx";
import { Loading } from "#app/ui/skeleton.tsx";
import { counted } from "#domain/counted.ts";
import { wordsOf } from "../lists/words-of.ts";
import { useRunning } from "../square/use-running.ts";
import { SyncOutcome } from "./sync-outcome.tsx";

/** The firm's Square account: whether it is connected, and bringing its invoices here. */
export function SquareCard() {
  const status = useQuery(squareStatus());
  return (
    <Card id="square">
      <CardHead
        title="Square Integration"
        context="Invoices and payments as Square has them."
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
        failed="The state of the Square connection could not be loaded."
        loading={<Loading text="Loading connection..." rows={2} />}
      >
        {(known) => <Connection status={known} />}
      </Loaded>
    </Card>
  );
}

function Connection({ status }: { status: SquareStatus }) {
  const queryClient = useQueryClient();
  const [seen, setSeen] = useState(0);
  const connect = useMutation({ mutationFn: leaveForConsent });
  const sync = useMutation({
    mutationFn: () => syncInvoices(setSeen),
    onMutate: () => setSeen(0),
    // Every amount on every screen may have changed.
    onSettled: () => queryClient.invalidateQueries(),
  });
  const running = useRunning(sync.isPending);
  // Once the ticket is there the browser is leaving: the button stays busy until it has.
  const isLeaving = connect.isPending || connect.isSuccess;
  return (
    <div className="grid gap-4">
      {status.last_error && <Banner tone="warning">{status.last_error}</Banner>}
      {connect.error && (
        <Banner tone="negative" urgent>
          OAuth failed: {wordsOf(connect.error, "unknown error")}
        </Banner>
      )}
      <SquareAlarm />
      <SyncOutcome
        isPending={sync.isPending}
        seen={Math.max(seen, running?.seen ?? 0)}
        result={sync.data ?? null}
        error={sync.error}
      />
      {status.connected ? (
        <ConnectionFacts status={status} />
      ) : (
        <p className="text-14 text-muted">
          Connect the firm’s Square account to bring its invoices and payments here. We only ever read.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {status.connected && (
          <Button
            tone="primary"
            icon={<RefreshCw aria-hidden="true" className="size-4" />}
            busy={sync.isPending}
            busyLabel="Syncing..."
            disabled={isLeaving}
            onClick={() => sync.mutate()}
          >
            Sync Invoices
          </Button>
        )}
        <Button
          tone={status.connected ? "secondary" : "primary"}
          icon={<Link2 aria-hidden="true" className="size-4" />}
          busy={isLeaving}
          disabled={sync.isPending}
          onClick={() => connect.mutate()}
        >
          {status.connected ? "Reconnect Square" : "Connect Square"}
        </Button>
        <ButtonLink to="/admin/square" icon={<History aria-hidden="true" className="size-4" />}>
          Runs and Events
        </ButtonLink>
      </div>
    </div>
  );
}

/** What needs a person besides the connection: differences that are left, and events nobody could deal with. */
function SquareAlarm() {
  const overview = useQuery(squareOverview()).data;
  const left = overview?.comparison?.left ?? 0;
  const failing = overview?.failingEvents ?? 0;
  const words = [
    left > 0 &&
      `${left.toLocaleString("en-US")} ${left === 1 ? "invoice differs" : "invoices differ"} from Square.`,
    failing > 0 && `${counted(failing, "event")} could not be dealt with yet.`,
  ].filter(Boolean);
  if (words.length === 0) return null;
  return <Banner tone="warning">{words.join(" ")}</Banner>;
}

function ConnectionFacts({ status }: { status: SquareStatus }) {
  const days = status.expires_in_days ?? 0;
  const facts = [
    { label: "Merchant", value: status.merchant_name || "—" },
    { label: "Merchant ID", value: <span className="font-mono text-13">{status.merchant_id}</span> },
    { label: "Access expires", value: `in ${counted(days, "day")}, renewed before that` },
    {
      label: "Last sync",
      value: status.last_synced_at ? asOf(status.last_synced_at, new Date()).replace("as of ", "") : "never",
    },
  ];
  return (
    <dl className="grid gap-2 text-14">
      {facts.map(({ label, value }) => (
        <div key={label} className="flex items-baseline justify-between gap-4">
          <dt className="shrink-0 text-13 text-muted">{label}</dt>
          <dd className="tabular min-w-0 break-words text-right">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
