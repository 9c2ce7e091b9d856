import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { extendProposal } from "#app/api/admin/proposal-changes.ts";
import { ApiError } from "#app/api/client/api-error.ts";
import type { Proposal } from "#app/api/shared/proposals.ts";
import { refetchProposals } from "#app/api/shared/proposals-key.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { brand } from "#brand";
import { getMemberName } from "#domain/clients/members/member.ts";
import { addDays } from "#domain/dates/calendar-date.ts";
import { formatTimeZone } from "#domain/dates/time-zone.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { VALID_DAYS } from "#domain/proposals/new-proposal.ts";
import { getProposalReference } from "#domain/proposals/proposal-reference.ts";
import { extensionProblem, hasExpired } from "#domain/proposals/proposal-status.ts";
import { GuardedFormDialog } from "../forms/guarded-form-dialog.tsx";
import { ReadersError, useProposalReaders } from "./readers-hint.tsx";

/** Sends the current version again with a later last day, after showing who gets it. */
export function ExtendDialog({ proposal, onClose }: { proposal: Proposal; onClose: () => void }) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const readersQuery = useProposalReaders(proposal.client_id);
  const readers = readersQuery.data;
  const { id, number, current_version: version, valid_until: validUntil } = proposal;
  const today = firmToday(new Date());
  const isExpired = hasExpired(validUntil, today);
  const suggestedDay = addDays(isExpired || validUntil === null ? today : validUntil, VALID_DAYS);
  const [day, setDay] = useState<string>(suggestedDay);
  const [dayError, setDayError] = useState<string | null>(null);
  const dayField = useRef<HTMLInputElement>(null);
  function rejectDay(message: string) {
    setDayError(message);
    dayField.current?.focus();
  }
  const extend = useMutation({
    mutationFn: () => extendProposal(id, { version, validUntil: day }),
    onSuccess: () => {
      showToast("Proposal extended");
      onClose();
    },
    onError: (error) => isDayRejected(error) && rejectDay(error.message),
    onSettled: () => refetchProposals(queryClient),
  });
  function submit() {
    const problem = extensionProblem(day, { validUntil, today });
    if (problem) {
      rejectDay(problem);
    } else {
      extend.mutate();
    }
  }
  return (
    <GuardedFormDialog
      title={`Extend ${getProposalReference(number)}`}
      description={`Sends version ${version + 1} with the same content, a new last day and your current terms. The client accepts or declines that version.`}
      submitButton={{ label: "Extend proposal", busyLabel: "Sending...", disabled: !readers }}
      subject="the new date"
      isDirty={day !== suggestedDay}
      isPending={extend.isPending}
      error={isDayRejected(extend.error) ? null : extend.error}
      errorMessage="We couldn't extend the proposal. Try again."
      onSubmit={submit}
      onClose={onClose}
    >
      <ReadersError query={readersQuery} />
      {readers?.length === 0 && (
        <Banner tone="warning">
          {`No one at ${proposal.clients?.company ?? "the client"} can read proposals. Invite an owner or a billing member on the client's page, or they won't get it.`}
        </Banner>
      )}
      <TextField
        label="Valid until"
        hint={`Expires at the end of this day, ${formatTimeZone(brand.timeZone)}.`}
        type="date"
        required
        min={isExpired || validUntil === null ? today : addDays(validUntil, 1)}
        value={day}
        ref={dayField}
        error={dayError ?? undefined}
        onChange={(event) => {
          setDay(event.currentTarget.value);
          setDayError(null);
        }}
      />
      {readers && readers.length > 0 && (
        <p className="wrap-anywhere text-13 text-muted">
          {`We'll email ${readers.map(getMemberName).join(", ")}.`}
        </p>
      )}
    </GuardedFormDialog>
  );
}

/** Whether the server rejected the day, which is the only input. */
function isDayRejected(error: Error | null): error is ApiError {
  return error instanceof ApiError && error.code === "invalid_input";
}
