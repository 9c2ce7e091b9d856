import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { requestRiskAcceptance } from "#app/api/portal/findings.ts";
import { type Finding, refetchFindings } from "#app/api/shared/findings.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { TextArea } from "#app/ui/forms/text-area.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { FormDialog } from "#app/ui/overlays/form-dialog.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { addDays, calendarDate } from "#domain/dates/calendar-date.ts";
import {
  ACCEPTANCE_END_MESSAGE,
  isAcceptanceEnd,
  MAX_ACCEPTANCE_DAYS,
  RequestRiskAcceptance,
} from "#domain/findings/remediation.ts";
import { TEXT_LIMITS } from "#domain/findings/text-limits.ts";
import { firmToday } from "#domain/firm/firm-today.ts";

type FieldErrors = { [Field in keyof RequestRiskAcceptance]?: string | undefined };

/** Requests that an owner accepts the risk of a finding. */
export function AcceptRiskDialog({ finding, onClose }: { finding: Finding; onClose: () => void }) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const [reason, setReason] = useState("");
  const [expiresOn, setExpiresOn] = useState("");
  const [isSubmitted, setIsSubmitted] = useState(false);
  const reasonField = useRef<HTMLTextAreaElement>(null);
  const dateField = useRef<HTMLInputElement>(null);
  const today = firmToday(new Date());
  const request = useMutation({
    mutationFn: () => requestRiskAcceptance(finding.id, { reason, expiresOn }),
    onSuccess: async () => {
      showToast("Risk acceptance requested");
      onClose();
      await refetchFindings(queryClient);
    },
  });
  const errors = isSubmitted ? findErrors() : {};

  function findErrors(): FieldErrors {
    const { error } = RequestRiskAcceptance.safeParse({ reason, expiresOn });
    const findMessage = (field: keyof FieldErrors) =>
      error?.issues.find(({ path }) => path[0] === field)?.message;
    return {
      reason: findMessage("reason"),
      expiresOn:
        findMessage("expiresOn") ??
        (isAcceptanceEnd(calendarDate(expiresOn), today) ? undefined : ACCEPTANCE_END_MESSAGE),
    };
  }

  function submit() {
    setIsSubmitted(true);
    const found = findErrors();
    if (found.reason) {
      reasonField.current?.focus();
    } else if (found.expiresOn) {
      dateField.current?.focus();
    } else {
      request.mutate();
    }
  }

  return (
    <FormDialog
      title={`Request risk acceptance for ${finding.key}`}
      description="An owner other than you must approve. The finding reopens after the last day."
      submitButton={{ label: "Send request", busyLabel: "Sending..." }}
      isPending={request.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {request.error && (
        <Banner tone="negative" urgent>
          {errorMessage(request.error, "We couldn't send the request. Try again.")}
        </Banner>
      )}
      <TextArea
        ref={reasonField}
        label="Reason"
        error={errors.reason}
        hint="Name what limits the risk, such as compensating controls."
        required
        rows={4}
        maxLength={TEXT_LIMITS.reason}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <TextField
        ref={dateField}
        label="Accepted until"
        error={errors.expiresOn}
        hint="At most one year from now."
        type="date"
        required
        min={addDays(today, 1)}
        max={addDays(today, MAX_ACCEPTANCE_DAYS)}
        value={expiresOn}
        onChange={(event) => setExpiresOn(event.target.value)}
      />
    </FormDialog>
  );
}
