import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import {
  ownInvitationsQuery,
  refetchOwnAccess,
  respondToInvitation,
} from "#app/api/portal/client-account.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { Button } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { requestHeadingFocus } from "#app/ui/layout/heading-focus.ts";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { brand } from "#brand";
import { getLastDay, type OwnInvitation } from "#domain/clients/members/member.ts";
import { CLIENT_ROLES } from "#domain/clients/members/role.ts";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { formatInstantDate } from "#domain/dates/relative-time.ts";

/** The pending invitations for the signed-in user. Renders nothing without any. */
export function Invitations() {
  const { data: invitations = [] } = useQuery(ownInvitationsQuery());
  return invitations.map((invitation) => (
    <Card key={invitation.id} aria-labelledby={`invitation-${invitation.id}`} className="mb-6">
      <h2 id={`invitation-${invitation.id}`} className="mb-2 text-18">
        Join {invitation.company}
      </h2>
      <Invitation invitation={invitation} />
    </Card>
  ));
}

/** The page of a person who is invited, and has not joined a client yet. */
export function InvitationPage({ invitations }: { invitations: readonly OwnInvitation[] }) {
  const [first, ...others] = invitations;
  const title = first && others.length === 0 ? `Join ${first.company}` : "Your invitations";
  useEffect(() => {
    const previousTitle = document.title;
    document.title = `${title} – ${brand.name}`;
    return () => {
      document.title = previousTitle;
    };
  }, [title]);
  if (!first || others.length > 0) {
    return (
      <>
        <PageHeader title={title} />
        <Invitations />
      </>
    );
  }
  return (
    <>
      <PageHeader title={title} />
      <Card aria-label="Invitation">
        <Invitation invitation={first} />
      </Card>
    </>
  );
}

function Invitation({ invitation }: { invitation: OwnInvitation }) {
  const { id, company, inviter, role, accessExpiresAt, expiresAt } = invitation;
  const { queryKey } = ownInvitationsQuery();
  const queryClient = useQueryClient();
  const showToast = useToast();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const lastDay = getLastDay(accessExpiresAt, brand.timeZone);
  const response = useMutation({
    mutationFn: (choice: "accept" | "decline") => respondToInvitation(id, choice),
    onSuccess: (_, choice) => {
      if (choice === "accept") {
        void refetchOwnAccess(queryClient);
      }
      queryClient.setQueryData(queryKey, (stored) => stored?.filter((other) => other.id !== id));
      showToast(choice === "accept" ? `You joined ${company}` : `Invitation from ${company} declined`);
      // The pressed button is removed. So is the page, if the person had no access before.
      document.querySelector("h1")?.focus({ preventScroll: true });
      requestHeadingFocus();
    },
    // The invitation may have been accepted in another tab.
    onError: () => queryClient.invalidateQueries({ queryKey: ["own-access"] }),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  return (
    <>
      <p className="max-w-[65ch] text-14 text-muted">
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
    </>
  );
}
