import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link2, Unlink } from "lucide-react";
import { leaveForConsent, type SquareStatus } from "#app/api/admin-square.ts";
import { disconnectSquare, type SquareOverview } from "#app/api/square-operations.ts";
import { useConfirmation } from "#app/ui/alert-dialog.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Banner } from "#app/ui/banner.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card, CardHead } from "#app/ui/card.tsx";
import { counted } from "#domain/counted.ts";
import { wordsOf } from "../lists/words-of.ts";
import { instantWords } from "./run-words.ts";

type ConnectionCardProps = { status: SquareStatus; connection: SquareOverview["connection"] };

/** Which account is connected, since when and with which permissions; connecting it anew, and ending it. */
export function ConnectionCard({ status, connection }: ConnectionCardProps) {
  const queryClient = useQueryClient();
  const confirm = useConfirmation();
  const connect = useMutation({ mutationFn: leaveForConsent });
  const disconnect = useMutation({
    mutationFn: disconnectSquare,
    onSettled: () => queryClient.invalidateQueries(),
  });
  const isLeaving = connect.isPending || connect.isSuccess;
  async function press() {
    const question = {
      text: "Disconnect Square? Invoices stay as they are now and no longer follow Square.",
      act: "Disconnect",
      tone: "danger" as const,
    };
    if (await confirm(question)) disconnect.mutate();
  }
  return (
    <Card>
      <CardHead
        title="Connection"
        context="Read only: the portal never moves money or changes anything at Square."
        action={
          <Badge tone={status.connected ? "positive" : "neutral"}>
            {status.connected ? "Connected" : "Not connected"}
          </Badge>
        }
      />
      <div className="grid grid-cols-1 gap-4">
        {status.last_error && <Banner tone="warning">{status.last_error}</Banner>}
        {connect.error && (
          <Banner tone="negative" urgent>
            OAuth failed: {wordsOf(connect.error, "unknown error")}
          </Banner>
        )}
        {disconnect.error && (
          <Banner tone="negative" urgent>
            {wordsOf(disconnect.error, "Square could not be disconnected. Please try again.")}
          </Banner>
        )}
        {disconnect.data === false && (
          <Banner tone="warning">
            Disconnected here, but Square could not be told. Remove this application in Square’s dashboard,
            too.
          </Banner>
        )}
        {connection && <ConnectionFacts status={status} connection={connection} />}
        <div className="flex flex-wrap gap-3">
          <Button
            tone={connection ? "secondary" : "primary"}
            icon={<Link2 aria-hidden="true" className="size-4" />}
            busy={isLeaving}
            onClick={() => connect.mutate()}
          >
            {connection ? "Reconnect Square" : "Connect Square"}
          </Button>
          {connection && (
            <Button
              tone="danger"
              icon={<Unlink aria-hidden="true" className="size-4" />}
              busy={disconnect.isPending}
              busyLabel="Disconnecting..."
              disabled={isLeaving}
              onClick={press}
            >
              Disconnect
            </Button>
          )}
        </div>
      </div>
    </Card>
  );
}

type ConnectionFactsProps = { status: SquareStatus; connection: NonNullable<SquareOverview["connection"]> };

function ConnectionFacts({ status, connection }: ConnectionFactsProps) {
  const days = status.expires_in_days ?? 0;
  const facts = [
    { label: "Merchant", value: status.merchant_name || "—" },
    { label: "Merchant ID", value: <span className="font-mono text-13">{status.merchant_id}</span> },
    {
      label: "Connected",
      value: [instantWords(connection.connectedAt), connection.connectedBy].filter(Boolean).join(", by "),
    },
    {
      label: "Access",
      value: `renewed ${instantWords(connection.renewedAt)}, expires in ${counted(days, "day")}`,
    },
    { label: "Permissions", value: connection.scopes.map(scopeWords).join(", ") },
  ];
  return (
    <dl className="grid grid-cols-1 gap-x-8 gap-y-3 text-14 sm:grid-cols-2">
      {facts.map(({ label, value }) => (
        <div key={label} className="min-w-0">
          <dt className="text-13 text-muted">{label}</dt>
          <dd className="tabular break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** "INVOICES_READ" is "read invoices". */
function scopeWords(scope: string): string {
  const words = scope.toLowerCase().split("_");
  const act = words.pop();
  return `${act} ${words.join(" ")}`;
}
