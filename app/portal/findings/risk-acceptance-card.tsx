import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Link } from "react-router";
import { decideRiskAcceptance, withdrawRiskAcceptance } from "#app/api/portal/findings.ts";
import {
  type Finding,
  type RiskAcceptance,
  refetchFindings,
  riskAcceptancesQuery,
} from "#app/api/shared/findings.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { AcceptanceSummary } from "#app/components/findings/acceptance-summary.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { TextArea } from "#app/ui/forms/text-area.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import type { ClientRole } from "#domain/clients/members/role.ts";
import { isOpenState } from "#domain/findings/finding-state.ts";
import { TEXT_LIMITS } from "#domain/findings/text-limits.ts";
import { useCurrentClient, useHasPermission } from "../current-client.ts";
import { sectionUrl } from "../section-url.ts";
import { AcceptRiskDialog } from "./accept-risk-dialog.tsx";

const PEOPLE_URL = sectionUrl("settings", { tab: "people" });

type Member = { user_id: string; name: string; role: ClientRole };
type RiskAcceptanceCardProps = { finding: Finding; members: readonly Member[] };

/** The client's decision to live with a finding. One person requests it, and an owner who is another person decides. */
export function RiskAcceptanceCard({ finding, members }: RiskAcceptanceCardProps) {
  const { userId, role } = useCurrentClient();
  const canChange = useHasPermission("remediation");
  const { data: acceptances = [] } = useQuery(riskAcceptancesQuery("client", finding.id));
  const [isRequesting, setIsRequesting] = useState(false);
  const active = acceptances.find(({ status }) => status === "requested" || status === "approved");
  const canRequest = canChange && !active && isOpenState(finding.state);
  const hasOtherOwner = members.some((member) => member.role === "owner" && member.user_id !== userId);
  // Without members, the list has not loaded.
  const isOnlyOwner = role === "owner" && members.length > 0 && !hasOtherOwner;
  if (acceptances.length === 0 && !canRequest) {
    return null;
  }
  return (
    <Card aria-labelledby="risk-acceptance">
      <CardHeader title={<span id="risk-acceptance">Risk acceptance</span>} />
      {canRequest && (
        <>
          <p className="mb-3 text-14 text-muted print:hidden">
            If you decide not to fix this finding, record who accepts the risk and until when.
          </p>
          {isOnlyOwner ? (
            <>
              <p className="mb-3 text-14 text-muted print:hidden">
                You're the only owner, and you can't approve your own request. Ask a technical member to
                request it, or invite another owner.
              </p>
              <ButtonLink to={PEOPLE_URL}>Invite another owner</ButtonLink>
            </>
          ) : (
            <Button onClick={() => setIsRequesting(true)}>Request risk acceptance</Button>
          )}
        </>
      )}
      <ul className="grid gap-5 *:first:mt-0">
        {acceptances.map((acceptance) => (
          <li key={acceptance.id} className="mt-5">
            <AcceptanceSummary acceptance={acceptance} />
            {canChange && acceptance === active && (
              <Decision acceptance={acceptance} isOnlyOwner={isOnlyOwner} />
            )}
          </li>
        ))}
      </ul>
      {isRequesting && <AcceptRiskDialog finding={finding} onClose={() => setIsRequesting(false)} />}
    </Card>
  );
}

/** The actions of the signed-in person on a request or an acceptance. */
function Decision({ acceptance, isOnlyOwner }: { acceptance: RiskAcceptance; isOnlyOwner: boolean }) {
  const { id, status, requested_by: requestedBy } = acceptance;
  const { role, userId } = useCurrentClient();
  const queryClient = useQueryClient();
  const showToast = useToast();
  const [note, setNote] = useState("");
  const [isNoteMissing, setIsNoteMissing] = useState(false);
  const noteField = useRef<HTMLTextAreaElement>(null);
  const onSettled = () => refetchFindings(queryClient);
  const decide = useMutation({
    mutationFn: (approves: boolean) => decideRiskAcceptance(id, { approves, note }),
    onSuccess: (_, approves) => showToast(approves ? "Risk accepted" : "Request rejected"),
    onSettled,
  });
  const withdraw = useMutation({
    mutationFn: () => withdrawRiskAcceptance(id),
    onSuccess: () => showToast(status === "approved" ? "Acceptance revoked" : "Request withdrawn"),
    onSettled,
  });
  const isOwnRequest = requestedBy === userId;
  const isOwner = role === "owner";
  // A request of a deleted account can't be decided on, so owners can withdraw it.
  const isOrphaned = requestedBy === null;
  const canDecide = status === "requested" && isOwner && !isOwnRequest && !isOrphaned;
  const canWithdraw = status === "approved" ? isOwner : isOwnRequest || (isOwner && isOrphaned);
  const error = decide.error ?? withdraw.error;

  function reject() {
    if (note.trim() === "") {
      setIsNoteMissing(true);
      noteField.current?.focus();
    } else {
      decide.mutate(false);
    }
  }

  return (
    <div className="mt-3 grid gap-3">
      {status === "requested" && isOwnRequest && (
        <p className="text-13 text-muted">
          {isOnlyOwner ? (
            <>
              You can't approve your own request.{" "}
              <Link to={PEOPLE_URL} className="text-accent underline">
                Invite another owner
              </Link>
              , or withdraw it and ask a technical member to request it.
            </>
          ) : (
            `${isOwner ? "Another owner" : "An owner"} must approve this request.`
          )}
        </p>
      )}
      {canDecide && (
        <TextArea
          label="Note"
          hint="Required if you reject the request."
          rows={2}
          ref={noteField}
          maxLength={TEXT_LIMITS.reason}
          error={isNoteMissing ? "Enter a reason" : undefined}
          value={note}
          onChange={(event) => {
            setNote(event.target.value);
            setIsNoteMissing(false);
          }}
        />
      )}
      {error && (
        <Banner tone="negative" urgent>
          {errorMessage(error, "We couldn't save this. Try again.")}
        </Banner>
      )}
      <div className="flex flex-wrap gap-3">
        {canDecide && (
          <>
            <Button
              tone="primary"
              busy={decide.isPending}
              busyLabel="Saving..."
              onClick={() => decide.mutate(true)}
            >
              Approve request
            </Button>
            <Button disabled={decide.isPending} onClick={reject}>
              Reject request
            </Button>
          </>
        )}
        {canWithdraw && (
          <Button
            tone="quiet"
            className="first:-ml-4"
            busy={withdraw.isPending}
            busyLabel="Saving..."
            onClick={() => withdraw.mutate()}
          >
            {status === "approved" ? "Revoke acceptance" : "Withdraw request"}
          </Button>
        )}
      </div>
    </div>
  );
}
