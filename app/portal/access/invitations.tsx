import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ownInvitationsQuery, respondToInvitation } from "#app/api/portal/client-account.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { Button } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { brand } from "#brand";
import { getLastDay, type OwnInvitation } from "#domain/clients/members/member.ts";
import { CLIENT_ROLES } from "#domain/clients/members/role.ts";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { formatInstantDate } from "#domain/dates/relative-time.ts";

/** The pending invitations for the signed-in user. Renders nothing without any. */
export function Invitations() {
  const { data: invitations = [] } = useQuery(ownInvitationsQuery());
  return invitations.map((invitation) => <InvitationCard key={invitation.id} invitation={invitation} />);
}

function InvitationCard({ invitation }: { invitation: OwnInvitation }) {
  const { id, company, inviter, role, accessExpiresAt, expiresAt } = invitation;
  const queryClient = useQueryClient();
  const showToast = useToast();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const lastDay = getLastDay(accessExpiresAt, brand.timeZone);
  const response = useMutation({
    mutationFn: (choice: "accept" | "decline") => respondToInvitation(id, choice),
    onSuccess: (_, choice) =>
      showToast(choice === "accept" ? `You joined ${company}` : `Invitation from ${company} declined`),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ownInvitationsQuery().queryKey }),
        queryClient.invalidateQueries({ queryKey: ["own-access"] }),
      ]),
  });
  return (
    <Card aria-labelledby={`invitation-${id}`} className="mb-6">
      <h2 id={`invitation-${id}`} className="text-18">
        Join {company}
      </h2>
      <p className="mt-2 max-w-[65ch] text-14 text-muted">
        {inviter || brand.name} invited you with the {CLIENT_ROLES[role].label} role. You'll have access to{" "}
        {CLIENT_ROLES[role].access}.{lastDay && ` Your last day of access is ${formatDate(lastDay)}.`} The
        invitation expires on {formatInstantDate(expiresAt, timeZone)}.
      </p>
      {response.error && (
        <div className="mt-4">
          <Banner tone="negative" urgent>
            {errorMessage(response.error, "We couldn't save your response. Try again.")}
          </Banner>
        </div>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        <Button
          tone="primary"
          busy={response.isPending && response.variables === "accept"}
          busyLabel="Joining..."
          disabled={response.isPending}
          onClick={() => response.mutate("accept")}
        >
          Accept
        </Button>
        <Button
          busy={response.isPending && response.variables === "decline"}
          busyLabel="Declining..."
          disabled={response.isPending}
          onClick={() => response.mutate("decline")}
        >
          Decline
        </Button>
      </div>
    </Card>
  );
}
