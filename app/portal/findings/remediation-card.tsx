import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { planFinding } from "#app/api/portal/findings.ts";
import { type Finding, refetchFindings, retestsQuery } from "#app/api/shared/findings.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { StateBadges } from "#app/components/findings/state-badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { TextArea } from "#app/ui/forms/text-area.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { type ClientRole, hasPermission } from "#domain/clients/members/role.ts";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { FINDING_STATE_BADGES, isOpenState } from "#domain/findings/finding-state.ts";
import { CHOSEN_STATUSES, type ChosenStatus, canChangeStatus } from "#domain/findings/remediation.ts";
import { TEXT_LIMITS } from "#domain/findings/text-limits.ts";
import { useHasPermission } from "../current-client.ts";
import { useMemberNames } from "../use-member-names.ts";
import { FINDING_TOAST_TOPIC } from "./finding-toast.ts";
import { RequestRetestButton } from "./request-retest-button.tsx";
import { useChangeStatus } from "./use-change-status.ts";
import { WithdrawRequestButton } from "./withdraw-request-button.tsx";

type Member = { user_id: string; name: string; role: ClientRole };

type RemediationCardProps = {
  finding: Finding;
  members: readonly Member[];
  onRequestRetest: () => void;
};

/** The client's work on a finding: its status, the deadline, who fixes it and when. */
export function RemediationCard({ finding, members, onRequestRetest }: RemediationCardProps) {
  const canChange = useHasPermission("remediation") && finding.publication_status === "published";
  const formatMemberName = useMemberNames();
  const { data: retests = [] } = useQuery(retestsQuery("client", finding.id));
  const activeRetest = retests.find(({ is_active }) => is_active);
  const retest = activeRetest?.round;
  const isInRetest = retest !== undefined;
  return (
    <Card aria-labelledby="finding-status">
      <CardHeader
        title={<span id="finding-status">Status</span>}
        action={<StateBadges state={finding.state} retest={retest?.status} />}
      />
      {finding.state === "fixed" && (
        <p className="text-14 text-muted">A retest confirmed that this is fixed.</p>
      )}
      {retest && (
        <p className="mb-4 text-14 text-muted">
          {retest.status === "requested" ? "A retest has been requested." : "A retest is in progress."} You
          can change the status after it's complete.
        </p>
      )}
      {canChange && activeRetest && <WithdrawRequestButton finding={finding} retest={activeRetest} />}
      {canChange ? (
        <>
          <StatusForm finding={finding} isInRetest={isInRetest} />
          {isOpenState(finding.state) && <PlanForm finding={finding} members={members} />}
        </>
      ) : (
        <p className="text-14 text-muted">
          Assignee: {finding.assignee_id ? formatMemberName(finding.assignee_id) : "unassigned"}
          {finding.planned_on && ` · Planned for ${formatDate(finding.planned_on)}`}
        </p>
      )}
      {finding.state !== "ready_for_retest" && (
        <RequestRetestButton
          finding={finding}
          className="mt-5 border-line border-t pt-5 print:hidden"
          onPress={onRequestRetest}
        />
      )}
    </Card>
  );
}

function StatusForm({ finding, isInRetest }: { finding: Finding; isInRetest: boolean }) {
  const showToast = useToast();
  const { remediation_status: current, verdict } = finding;
  const choices = CHOSEN_STATUSES.filter((to) => canChangeStatus(current, to, { verdict, isInRetest }));
  const [selected, setSelected] = useState<ChosenStatus | "">("");
  // Someone else can change the status at the same time.
  const status = choices.find((choice) => choice === selected) ?? "";
  const [reason, setReason] = useState("");
  const [isReasonMissing, setIsReasonMissing] = useState(false);
  const reasonField = useRef<HTMLTextAreaElement>(null);
  const field = useRef<HTMLSelectElement>(null);
  const change = useChangeStatus(finding.id, {
    onChanged: (to) => {
      showToast(`Status changed to ${FINDING_STATE_BADGES[to].label}`, { topic: FINDING_TOAST_TOPIC });
      setSelected("");
      setReason("");
      field.current?.focus();
    },
  });
  if (choices.length === 0) {
    return null;
  }
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (status === "disputed" && reason.trim() === "") {
          setIsReasonMissing(true);
          reasonField.current?.focus();
        } else if (status) {
          change.mutate({ to: status, ...(status === "disputed" && { reason }) });
        }
      }}
    >
      <Select
        ref={field}
        label="Change status"
        placeholder="Choose a status"
        value={status}
        onChange={(event) => {
          setSelected(choices.find((choice) => choice === event.target.value) ?? "");
          setIsReasonMissing(false);
        }}
        options={choices.map((value) => ({ value, label: FINDING_STATE_BADGES[value].label }))}
      />
      {status === "disputed" && (
        <TextArea
          label="Why do you dispute this finding?"
          ref={reasonField}
          required
          rows={3}
          maxLength={TEXT_LIMITS.reason}
          error={isReasonMissing ? "Enter a reason" : undefined}
          value={reason}
          onChange={(event) => {
            setReason(event.target.value);
            setIsReasonMissing(false);
          }}
        />
      )}
      {change.error && (
        <Banner tone="negative" urgent>
          {errorMessage(change.error, "We couldn't change the status. Try again.")}
        </Banner>
      )}
      {status && (
        <div>
          <Button type="submit" tone="primary" busy={change.isPending} busyLabel="Saving...">
            Save status
          </Button>
        </div>
      )}
    </form>
  );
}

function PlanForm({ finding, members }: { finding: Finding; members: readonly Member[] }) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  // Null until the user edits the field, so that it shows other users' changes.
  const [newAssigneeId, setNewAssigneeId] = useState<string | null>(null);
  const [newPlannedOn, setNewPlannedOn] = useState<string | null>(null);
  const assigneeId = newAssigneeId ?? finding.assignee_id ?? "";
  const plannedOn = newPlannedOn ?? finding.planned_on ?? "";
  const isAssigneeChanged = assigneeId !== (finding.assignee_id ?? "");
  const isDateChanged = plannedOn !== (finding.planned_on ?? "");
  const field = useRef<HTMLSelectElement>(null);
  const plan = useMutation({
    // Only what the user changed, so that concurrent changes of others are kept.
    mutationFn: () =>
      planFinding(finding.id, {
        ...(isAssigneeChanged && { assigneeId: assigneeId || null }),
        ...(isDateChanged && { plannedOn: plannedOn || null }),
      }),
    onSuccess: async () => {
      showToast("Plan saved");
      await refetchFindings(queryClient);
      setNewAssigneeId(null);
      setNewPlannedOn(null);
      field.current?.focus();
    },
    onError: () => refetchFindings(queryClient),
  });
  const people = members.filter(
    ({ role, user_id }) => hasPermission(role, "remediation") || user_id === assigneeId,
  );
  return (
    <form
      className="mt-5 grid gap-3 border-line border-t pt-5 sm:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault();
        plan.mutate();
      }}
    >
      <Select
        ref={field}
        label="Assignee"
        placeholder="Unassigned"
        value={assigneeId}
        onChange={(event) => setNewAssigneeId(event.target.value)}
        options={people.map(({ user_id, name }) => ({ value: user_id, label: name }))}
      />
      <TextField
        label="Planned fix date"
        type="date"
        value={plannedOn}
        onChange={(event) => setNewPlannedOn(event.target.value)}
      />
      {plan.error && (
        <div className="sm:col-span-2">
          <Banner tone="negative" urgent>
            {errorMessage(plan.error, "We couldn't save the plan. Try again.")}
          </Banner>
        </div>
      )}
      {(isAssigneeChanged || isDateChanged) && (
        <div className="sm:col-span-2">
          <Button type="submit" busy={plan.isPending} busyLabel="Saving...">
            Save plan
          </Button>
        </div>
      )}
    </form>
  );
}
