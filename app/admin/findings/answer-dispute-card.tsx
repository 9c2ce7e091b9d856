import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { answerDispute } from "#app/api/admin/findings.ts";
import { refetchFindings } from "#app/api/shared/findings.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { zodResolver } from "#app/components/zod-resolver.ts";
import { Button } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { TextArea } from "#app/ui/forms/text-area.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { AnswerDispute } from "#domain/findings/publication.ts";
import { TEXT_LIMITS } from "#domain/findings/text-limits.ts";

/** Form that answers a client's dispute and reopens the finding. */
export function AnswerDisputeCard({ findingId }: { findingId: string }) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(AnswerDispute),
    defaultValues: { answer: "" },
  });
  const send = useMutation({
    mutationFn: ({ answer }: AnswerDispute) => answerDispute(findingId, answer),
    onSuccess: () => {
      showToast("Response sent");
      // This form disappears, and the status and the response are at the top.
      window.scrollTo({ top: 0 });
    },
    onSettled: () => refetchFindings(queryClient),
  });
  return (
    <Card aria-labelledby="answer-dispute">
      <CardHeader
        title={<span id="answer-dispute">Respond to the dispute</span>}
        subtitle="The finding's status returns to Open. If the client is right, withdraw the finding instead."
      />
      <form noValidate className="grid gap-3" onSubmit={handleSubmit((form) => send.mutate(form))}>
        <TextArea
          label="Response"
          required
          rows={4}
          maxLength={TEXT_LIMITS.reason}
          error={formState.errors.answer?.message}
          {...register("answer")}
        />
        {send.error && (
          <Banner tone="negative" urgent>
            {errorMessage(send.error, "We couldn't send the response. Try again.")}
          </Banner>
        )}
        <div>
          <Button type="submit" tone="primary" busy={send.isPending} busyLabel="Sending...">
            Send response
          </Button>
        </div>
      </form>
    </Card>
  );
}
