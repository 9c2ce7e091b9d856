import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import {
  answerPlanRequest,
  type ListedPlanRequest,
  PLAN_REQUESTS_KEY,
} from "#app/api/admin/plan-requests.ts";
import { squareWritingQuery } from "#app/api/admin/square-writing.ts";
import { zodResolver } from "#app/components/zod-resolver.ts";
import { TextArea } from "#app/ui/forms/text-area.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { PlanRequestAnswer, planRequestTitle } from "#domain/subscriptions/plan-request.ts";
import { GuardedFormDialog } from "../forms/guarded-form-dialog.tsx";

type AnswerRequestDialogProps = { request: ListedPlanRequest; onClose: () => void };

/** How to change the plan and answer in one step. */
const SQUARE_HINTS = {
  cancel: "To end the plan and answer in one step, close this form and select End plan.",
  keep: "To keep the plan and answer in one step, close this form and select Keep plan.",
} satisfies Record<Exclude<ListedPlanRequest["kind"], "change">, string>;

/** Form that answers a plan request. The change itself is made in Square. */
export function AnswerRequestDialog({ request, onClose }: AnswerRequestDialogProps) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const { data: writing } = useQuery(squareWritingQuery());
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(PlanRequestAnswer),
    defaultValues: { answer: "" },
  });
  const { company } = request.clients;
  const send = useMutation({
    mutationFn: ({ answer }: PlanRequestAnswer) => answerPlanRequest(request.id, answer),
    onSuccess: () => {
      showToast(`Answer sent to ${company}`);
      onClose();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: [PLAN_REQUESTS_KEY] }),
  });
  const title = planRequestTitle({ ...request, tierName: request.subscription_tiers?.tier_name ?? null });
  return (
    <GuardedFormDialog
      title="Answer request"
      description={`${company} · ${title}`}
      submitButton={{ label: "Send answer", busyLabel: "Sending..." }}
      subject="the answer"
      isDirty={formState.isDirty}
      isPending={send.isPending}
      error={send.error}
      errorMessage="We couldn't send the answer. Try again."
      onSubmit={handleSubmit((input) => send.mutate(input))}
      onClose={onClose}
    >
      {request.note && (
        <blockquote className="whitespace-pre-wrap wrap-break-word border-line border-l-2 pl-3 text-14 text-muted">
          {request.note}
        </blockquote>
      )}
      <TextArea
        label="Answer"
        rows={4}
        required
        hint={`${writing?.planStatus === "ready" && request.kind !== "change" ? SQUARE_HINTS[request.kind] : "Change the plan in Square first."} The client gets this answer by email and in the portal.`}
        error={formState.errors.answer?.message}
        {...register("answer")}
      />
    </GuardedFormDialog>
  );
}
