import { useMutation, useQueryClient } from "@tanstack/react-query";
import { redirectToSquareConsent, type SquareStatus } from "#app/api/admin/square-connection.ts";
import { disconnectSquare, type SquareOverview } from "#app/api/admin/square-operations.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { Button } from "#app/ui/button.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Link2, Unlink } from "#app/ui/icons.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { useConfirmation } from "#app/ui/overlays/alert-dialog.tsx";
import { squareAccessText } from "#domain/square/writing.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import { formatTimestamp } from "./run-labels.ts";

type ConnectionCardProps = {
  status: SquareStatus;
  connection: SquareOverview["connection"];
  isWritingEnabled: boolean;
};

/** Card with the connected Square account, its permissions, and buttons to reconnect and disconnect. */
export function ConnectionCard({ status, connection, isWritingEnabled }: ConnectionCardProps) {
  const queryClient = useQueryClient();
  const confirm = useConfirmation();
  const connect = useMutation({ mutationFn: redirectToSquareConsent });
  const disconnect = useMutation({
    mutationFn: disconnectSquare,
    onSettled: () => queryClient.invalidateQueries(),
  });
  const isRedirecting = connect.isPending || connect.isSuccess;
  const isRejected = connection !== null && !status.connected;
  async function handleDisconnect() {
    const confirmation = {
      text: "Disconnect Square? Existing invoices stay in the portal but won't be updated.",
      confirmLabel: "Disconnect",
    };
    if (await confirm(confirmation)) {
      disconnect.mutate();
    }
  }
  return (
    <Card>
      <CardHeader
        title="Connection"
        subtitle={squareAccessText(isWritingEnabled)}
        action={
          <Badge tone={status.connected ? "positive" : "neutral"}>
            {status.connected ? "Connected" : "Not connected"}
          </Badge>
        }
      />
      <div className="grid grid-cols-1 gap-4">
        {status.last_error && (
          <Banner
            tone={isRejected ? "negative" : "warning"}
            details={isRejected && "Invoices aren't being updated. Reconnect Square to continue syncing."}
          >
            {status.last_error}
          </Banner>
        )}
        {connect.error && (
          <Banner tone="negative" urgent>
            OAuth failed: {errorMessage(connect.error, "unknown error")}
          </Banner>
        )}
        {disconnect.error && (
          <Banner tone="negative" urgent>
            {errorMessage(disconnect.error, "We couldn't disconnect Square. Try again.")}
          </Banner>
        )}
        {disconnect.data === false && (
          <Banner tone="warning">
            Disconnected here, but we couldn't reach Square. Remove this app in your Square dashboard too.
          </Banner>
        )}
        {connection && <ConnectionDetails status={status} connection={connection} />}
        <div className="flex flex-wrap gap-3">
          <Button
            tone={status.connected ? "secondary" : "primary"}
            icon={<Link2 aria-hidden="true" className="size-4" />}
            busy={isRedirecting}
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
              disabled={isRedirecting}
              onClick={handleDisconnect}
            >
              Disconnect
            </Button>
          )}
        </div>
      </div>
    </Card>
  );
}

type ConnectionDetailsProps = { status: SquareStatus; connection: NonNullable<SquareOverview["connection"]> };

function ConnectionDetails({ status, connection }: ConnectionDetailsProps) {
  const days = status.expires_in_days ?? 0;
  const details = [
    { label: "Merchant", value: status.merchant_name || "—" },
    { label: "Merchant ID", value: <span className="font-mono text-13">{status.merchant_id}</span> },
    {
      label: "Connected",
      value: [formatTimestamp(connection.connectedAt), connection.connectedBy].filter(Boolean).join(" by "),
    },
    {
      label: "Access",
      value: `Renewed ${formatTimestamp(connection.renewedAt)} · expires in ${formatCount(days, "day")}`,
    },
    { label: "Read access", value: formatScopes(connection.scopes, "_READ") },
    { label: "Write access", value: formatScopes(connection.scopes, "_WRITE") || "None" },
  ];
  return (
    <dl className="grid grid-cols-1 gap-x-8 gap-y-3 text-14 sm:grid-cols-2">
      {details.map(({ label, value }) => (
        <div key={label} className="min-w-0">
          <dt className="text-13 text-muted">{label}</dt>
          <dd className="tabular wrap-break-word">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Formats the OAuth scopes of one kind: "INVOICES_READ" and "ORDERS_READ" become "Invoices, orders". */
function formatScopes(scopes: readonly string[], suffix: "_READ" | "_WRITE"): string {
  const text = scopes
    .filter((scope) => scope.endsWith(suffix))
    .map((scope) => scope.slice(0, -suffix.length).toLowerCase().replaceAll("_", " "))
    .join(", ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
