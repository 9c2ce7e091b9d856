import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { MESSAGES_KEY, sendMessageToClient } from "#app/api/admin/messages.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { zodResolver } from "#app/components/zod-resolver.ts";
import { Button } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { SubmitShortcutHint, submitOnCtrlEnter } from "#app/ui/forms/submit-shortcut.tsx";
import { TextArea } from "#app/ui/forms/text-area.tsx";
import { Send } from "#app/ui/icons.tsx";
import { MessageDraft } from "#domain/messages/message.ts";
import { createDiscardConfirmation, useUnsavedGuard } from "../forms/use-unsaved-guard.ts";

/** Form that sends a message to a client. The draft is kept until the message is sent. */
export function ReplyForm({ clientId, company }: { clientId: string; company: string }) {
  const queryClient = useQueryClient();
  const { register, handleSubmit, reset, setFocus, formState } = useForm({
    resolver: zodResolver(MessageDraft),
    defaultValues: { body: "" },
  });
  const { isDirty } = formState;
  const send = useMutation({
    mutationFn: ({ body }: MessageDraft) => sendMessageToClient(clientId, body),
    onSuccess: async () => {
      reset({ body: "" });
      await queryClient.invalidateQueries({ queryKey: [MESSAGES_KEY] });
      setFocus("body");
    },
  });
  useUnsavedGuard(() => isDirty && !send.isPending, {
    confirmation: createDiscardConfirmation("the message"),
    // Another tab of the client page is another query.
    guardsQuery: true,
  });
  return (
    <form
      noValidate
      onSubmit={handleSubmit((draft) => {
        if (!send.isPending) {
          send.mutate(draft);
        }
      })}
      className="conversation-form -mb-12"
    >
      <TextArea
        label={`Message to ${company}`}
        rows={2}
        error={formState.errors.body?.message}
        onKeyDown={submitOnCtrlEnter}
        {...register("body")}
      />
      {send.error && (
        <Banner tone="negative" urgent>
          {errorMessage(send.error, "We couldn't send your message. Try again.")}
        </Banner>
      )}
      <div className="flex items-center justify-end gap-3">
        <SubmitShortcutHint action="send" />
        <Button
          type="submit"
          tone="primary"
          icon={<Send aria-hidden="true" className="size-4" />}
          busy={send.isPending}
          busyLabel="Sending..."
        >
          Send
        </Button>
      </div>
    </form>
  );
}
