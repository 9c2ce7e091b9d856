import { useMutation, useQueryClient } from "@tanstack/react-query";
import { letGoOf, type SquareOverview } from "#app/api/square-operations.ts";
import { useConfirmation } from "#app/ui/alert-dialog.tsx";
import { Banner } from "#app/ui/banner.tsx";
import { Button } from "#app/ui/button.tsx";
import { counted } from "#domain/counted.ts";
import { wordsOf } from "../lists/words-of.ts";
import { instantWords } from "./run-words.ts";

type Former = SquareOverview["former"][number];

/** Accounts whose open invoices are stored and follow nobody, and the way to connect another one all the same. */
export function FormerAccounts({ former }: { former: readonly Former[] }) {
  return former.map((account) => <FormerAccount key={account.merchantId} account={account} />);
}

function FormerAccount({ account }: { account: Former }) {
  const queryClient = useQueryClient();
  const confirm = useConfirmation();
  const letGo = useMutation({
    mutationFn: () => letGoOf(account.merchantId),
    onSettled: () => queryClient.invalidateQueries(),
  });
  const name = account.merchantName || account.merchantId;
  const count = counted(account.openInvoices, "open invoice");
  async function press() {
    const question = {
      text: `Allow another account? The ${count} of ${name} stay as they were at its last sync and follow nobody.`,
      act: "Allow another account",
      tone: "danger" as const,
    };
    if (await confirm(question)) letGo.mutate();
  }
  return (
    <Banner
      tone="warning"
      details={
        letGo.error
          ? wordsOf(letGo.error, "That could not be stored. Please try again.")
          : account.isLetGo
            ? "Another account may be connected."
            : "Connect it again, or settle them there and sync, before you connect another account."
      }
      action={
        account.isLetGo ? null : (
          <Button size="small" busy={letGo.isPending} onClick={press}>
            Allow another account
          </Button>
        )
      }
    >
      {count} of {name} {account.openInvoices === 1 ? "is" : "are"} as of {instantWords(account.asOf)}: no
      connection keeps {account.openInvoices === 1 ? "it" : "them"} true.
    </Banner>
  );
}
