import { useMutation, useQueryClient } from "@tanstack/react-query";
import { releaseAccount, type SquareOverview } from "#app/api/admin/square-operations.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { Button } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { useConfirmation } from "#app/ui/overlays/alert-dialog.tsx";
import { formatCount } from "#domain/text/pluralize.ts";
import { formatTimestamp } from "./run-labels.ts";

type FormerSquareAccount = SquareOverview["former"][number];

/** Disconnected accounts with open invoices. They must be released before another account is connected. */
export function FormerAccounts({ accounts }: { accounts: readonly FormerSquareAccount[] }) {
  return accounts.map((account) => <FormerAccount key={account.merchantId} account={account} />);
}

function FormerAccount({ account }: { account: FormerSquareAccount }) {
  const queryClient = useQueryClient();
  const confirm = useConfirmation();
  const release = useMutation({
    mutationFn: () => releaseAccount(account.merchantId),
    onSettled: () => queryClient.invalidateQueries(),
  });
  const name = account.merchantName || account.merchantId;
  const count = formatCount(account.openInvoices, "open invoice");
  async function handleRelease() {
    const confirmation = {
      text: `Connect a different account? ${name}'s ${count} will stay in the portal but won't be updated.`,
      confirmLabel: "Allow a different account",
    };
    if (await confirm(confirmation)) {
      release.mutate();
    }
  }
  return (
    <Banner
      tone="warning"
      details={
        release.error
          ? errorMessage(release.error, "We couldn't save the change. Try again.")
          : account.isReleased
            ? "You can now connect a different account."
            : "Reconnect it, or settle those invoices and sync, before connecting another account."
      }
      action={
        account.isReleased ? null : (
          <Button size="small" busy={release.isPending} onClick={handleRelease}>
            Allow a different account
          </Button>
        )
      }
    >
      {name} is disconnected. Its {count} {account.openInvoices === 1 ? "was" : "were"} last updated{" "}
      {formatTimestamp(account.asOf)}.
    </Banner>
  );
}
