import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { answerInvitation, ownInvitationsQuery } from "#app/api/portal/client-account.ts";
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

/** The open invitations for the signed-in user. Renders nothing without any. */
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
  const answer = useMutation({
    mutationFn: (choice: "accept" | "decline") => answerInvitation(id, choice),
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
        {inviter || brand.name} invited you with the {CLIENT_ROLES[role].label} role, which can access{" "}
        {CLIENT_ROLES[role].access}.{lastDay && ` Your access ends after ${formatDate(lastDay)}.`} The
        invitation expires on {formatInstantDate(expiresAt, timeZone)}.
      </p>
      {answer.error && (
        <div className="mt-4">
          <Banner tone="negative" urgent>
            {errorMessage(answer.error, "We couldn't save your answer. Try again.")}
          </Banner>
        </div>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        <Button
          tone="primary"
          busy={answer.isPending && answer.variables === "accept"}
          busyLabel="Joining..."
          disabled={answer.isPending}
          onClick={() => answer.mutate("accept")}
        >
          Accept
        </Button>
        <Button
          busy={answer.isPending && answer.variables === "decline"}
          busyLabel="Declining..."
          disabled={answer.isPending}
          onClick={() => answer.mutate("decline")}
        >
          Decline
        </Button>
      </div>
    </Card>
  );
}
