import { useForm } from "react-hook-form";
import type { OwnPlan } from "#app/api/portal/subscriptions.ts";
import { zodResolver } from "#app/components/zod-resolver.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { TextArea } from "#app/ui/forms/text-area.tsx";
import { FormDialog } from "#app/ui/overlays/form-dialog.tsx";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { getCancellationDate } from "#domain/subscriptions/plan.ts";
import { PlanRequestNote } from "#domain/subscriptions/plan-request.ts";
import { getPlanName } from "./plan-name.ts";
import { usePlanRequest } from "./use-plan-request.ts";

/** Form that requests the cancellation of a plan, with the date on which it takes effect. */
export function CancelPlanDialog({ plan, onClose }: { plan: OwnPlan; onClose: () => void }) {
  const { send, isPending, errorMessage } = usePlanRequest(onClose);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(PlanRequestNote),
    defaultValues: { note: "" },
  });
  const lastDay = getCancellationDate(plan, firmToday(new Date()));
  return (
    <FormDialog
      title="Request cancellation"
      description={`${getPlanName(plan)} ends on ${lastDay ? `${formatDate(lastDay)}, ` : ""}the last day you've paid for.`}
      submitButton={{ label: "Request cancellation", busyLabel: "Sending...", tone: "danger" }}
      closeLabel={`Keep ${getPlanName(plan)}`}
      isPending={isPending}
      onSubmit={handleSubmit(({ note }) => send({ kind: "cancel", note }))}
      onClose={onClose}
    >
      {errorMessage && (
        <Banner tone="negative" urgent>
          {errorMessage}
        </Banner>
      )}
      <TextArea
        label="Reason"
        rows={3}
        hint="Optional. We'll confirm the cancellation within 24 hours. You won't be charged again."
        error={formState.errors.note?.message}
        {...register("note")}
      />
    </FormDialog>
  );
}
