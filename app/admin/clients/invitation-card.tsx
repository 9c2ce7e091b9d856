import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { clientAccount, ONE_CLIENT, sendInvitation, withdrawInvitation } from "#app/api/admin-client.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { useConfirmation } from "#app/ui/alert-dialog.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Banner } from "#app/ui/banner.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card, CardHead } from "#app/ui/card.tsx";
import { Loading } from "#app/ui/skeleton.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { useToast } from "#app/ui/toast.tsx";
import { type ClientAccount, ClientEmail, isInvitationExpired } from "#domain/client-form.ts";
import { relativeTime } from "#domain/relative-time.ts";
import { wordsOf } from "../lists/words-of.ts";

/** How far the client's account is: invited, accepted or none; and the invitation's acts. */
export function InvitationCard({ clientId }: { clientId: string }) {
  const account = useQuery(clientAccount(clientId));
  return (
    <Card>
      <CardHead title="Portal Account" action={account.data && <StateBadge account={account.data} />} />
      <Loaded
        query={account}
        failed="The state of the account could not be loaded."
        loading={<Loading text="Loading account..." rows={1} />}
      >
        {(known) => <Account clientId={clientId} account={known} />}
      </Loaded>
    </Card>
  );
}

function StateBadge({ account }: { account: ClientAccount }) {
  if (account.state === "accepted") return <Badge tone="positive">Password set</Badge>;
  if (account.state === "none") return <Badge tone="neutral">No account</Badge>;
  const isExpired = account.invitedAt !== null && isInvitationExpired(account.invitedAt, new Date());
  return (
    <Badge tone={isExpired ? "negative" : "warning"}>{isExpired ? "Invitation expired" : "Invited"}</Badge>
  );
}

function Account({ clientId, account }: { clientId: string; account: ClientAccount }) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const confirm = useConfirmation();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const renew = () => queryClient.invalidateQueries({ queryKey: [ONE_CLIENT, clientId] });
  const send = useMutation({
    mutationFn: (email?: string) => sendInvitation(clientId, email),
    onSuccess: () => showToast("Invitation sent"),
    onSettled: renew,
  });
  const withdraw = useMutation({
    mutationFn: () => withdrawInvitation(clientId),
    onSuccess: () => showToast("Invitation withdrawn"),
    onSettled: renew,
  });
  const error = send.error ?? withdraw.error;
  async function askToWithdraw() {
    const question = {
      text: "Withdraw the invitation? Its link stops working, and the account is removed.",
      act: "Withdraw",
    };
    if (await confirm(question)) withdraw.mutate();
  }
  return (
    <div className="grid gap-4 text-14">
      {error && (
        <Banner tone="negative" urgent>
          {wordsOf(error, "Failed to change the invitation")}
        </Banner>
      )}
      {account.state === "accepted" && (
        <p className="text-muted">
          {account.lastSignInAt
            ? `Last signed in ${relativeTime(account.lastSignInAt, new Date(), timeZone)}.`
            : "Has not signed in yet."}
        </p>
      )}
      {account.state === "invited" && (
        <>
          <p className="text-muted">
            {account.invitedAt && `Sent ${relativeTime(account.invitedAt, new Date(), timeZone)}. `}
            The link is good for 7 days; sending again voids the older one.
          </p>
          <div className="flex flex-wrap gap-3">
            <Button
              busy={send.isPending}
              busyLabel="Sending..."
              disabled={withdraw.isPending}
              onClick={() => send.mutate(undefined)}
            >
              Send Again
            </Button>
            <Button tone="danger" busy={withdraw.isPending} disabled={send.isPending} onClick={askToWithdraw}>
              Withdraw
            </Button>
          </div>
        </>
      )}
      {account.state === "none" && <InviteForm isPending={send.isPending} onInvite={send.mutate} />}
    </div>
  );
}

function InviteForm({ isPending, onInvite }: { isPending: boolean; onInvite: (email: string) => void }) {
  const [problem, setProblem] = useState<string>();
  function submit(data: FormData) {
    const email = ClientEmail.safeParse(data.get("email"));
    setProblem(email.error?.issues[0]?.message);
    if (email.success) onInvite(email.data);
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit(new FormData(event.currentTarget));
      }}
      className="grid gap-3"
    >
      <p className="text-muted">Nobody can sign in for this client.</p>
      <TextField label="Email" name="email" type="email" autoComplete="off" error={problem} />
      <div>
        <Button type="submit" busy={isPending} busyLabel="Sending...">
          Send Invitation
        </Button>
      </div>
    </form>
  );
}
