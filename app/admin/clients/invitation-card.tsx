import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { CLIENT_KEY, clientAccountQuery, revokeInvitation, sendInvitation } from "#app/api/admin/client.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { zodResolver } from "#app/components/zod-resolver.ts";
import { Button } from "#app/ui/button.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { useConfirmation } from "#app/ui/overlays/alert-dialog.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { type ClientAccount, InviteClientForm, isInvitationExpired } from "#domain/clients/client-form.ts";
import { formatRelativeTime } from "#domain/dates/relative-time.ts";

/** Card with the status of the client's portal account: none, invited or accepted. */
export function InvitationCard({ clientId }: { clientId: string }) {
  const account = useQuery(clientAccountQuery(clientId));
  return (
    <Card>
      <CardHeader
        title="Portal account"
        action={account.data && <AccountStatusBadge account={account.data} />}
      />
      <Loaded
        query={account}
        errorMessage="We couldn't load the account status."
        loading={<Loading text="Loading account..." rows={1} />}
      >
        {(loaded) => <AccountStatus clientId={clientId} account={loaded} />}
      </Loaded>
    </Card>
  );
}

function AccountStatusBadge({ account }: { account: ClientAccount }) {
  if (account.status === "accepted") {
    return <Badge tone="positive">Password set</Badge>;
  }
  if (account.status === "none") {
    return <Badge tone="neutral">No account</Badge>;
  }
  const isExpired = account.invitedAt !== null && isInvitationExpired(account.invitedAt, new Date());
  return (
    <Badge tone={isExpired ? "negative" : "warning"}>{isExpired ? "Invitation expired" : "Invited"}</Badge>
  );
}

function AccountStatus({ clientId, account }: { clientId: string; account: ClientAccount }) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const confirm = useConfirmation();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const refresh = () => queryClient.invalidateQueries({ queryKey: [CLIENT_KEY, clientId] });
  const send = useMutation({
    mutationFn: (email?: string) => sendInvitation(clientId, email),
    onSuccess: () => showToast("Invitation sent"),
    onSettled: refresh,
  });
  const revoke = useMutation({
    mutationFn: () => revokeInvitation(clientId),
    onSuccess: () => showToast("Invitation revoked"),
    onSettled: refresh,
  });
  const error = send.error ?? revoke.error;
  async function confirmRevoke() {
    const confirmation = {
      text: "Revoke this invitation? The link will stop working and the pending account will be deleted.",
      confirmLabel: "Revoke",
    };
    if (await confirm(confirmation)) {
      revoke.mutate();
    }
  }
  return (
    <div className="grid gap-4 text-14">
      {error && (
        <Banner tone="negative" urgent>
          {errorMessage(error, "We couldn't update the invitation. Try again.")}
        </Banner>
      )}
      {account.status === "accepted" && (
        <p className="text-muted">
          {account.lastSignInAt
            ? `Last signed in ${formatRelativeTime(account.lastSignInAt, new Date(), timeZone)}.`
            : "Hasn't signed in yet."}
        </p>
      )}
      {account.status === "invited" && (
        <>
          <p className="text-muted">
            {account.invitedAt && `Sent ${formatRelativeTime(account.invitedAt, new Date(), timeZone)}. `}
            Valid for 7 days; resending replaces the link.
          </p>
          <div className="flex flex-wrap gap-3">
            <Button
              busy={send.isPending}
              busyLabel="Sending..."
              disabled={revoke.isPending}
              onClick={() => send.mutate(undefined)}
            >
              Resend
            </Button>
            <Button tone="danger" busy={revoke.isPending} disabled={send.isPending} onClick={confirmRevoke}>
              Revoke
            </Button>
          </div>
        </>
      )}
      {account.status === "none" && <InviteForm isPending={send.isPending} onInvite={send.mutate} />}
    </div>
  );
}

function InviteForm({ isPending, onInvite }: { isPending: boolean; onInvite: (email: string) => void }) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(InviteClientForm),
    defaultValues: { email: "" },
  });
  return (
    <form noValidate onSubmit={handleSubmit(({ email }) => onInvite(email))} className="grid gap-3">
      <p className="text-muted">No one can sign in for this client yet.</p>
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        error={formState.errors.email?.message}
        {...register("email")}
      />
      <div>
        <Button type="submit" busy={isPending} busyLabel="Sending...">
          Send invitation
        </Button>
      </div>
    </form>
  );
}
