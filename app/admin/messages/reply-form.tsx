import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useForm } from "react-hook-form";
import { MESSAGES, writeToClient } from "#app/api/admin-messages.ts";
import { Banner } from "#app/ui/banner.tsx";
import { Button } from "#app/ui/button.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { MessageDraft } from "#domain/message.ts";
import { useUnsavedGuard } from "../forms/use-unsaved-guard.ts";
import { wordsOf } from "../lists/words-of.ts";

/** Writes to a client; what was typed stays until it is stored. */
export function ReplyForm({ clientId, company }: { clientId: string; company: string }) {
  const answers = useQueryClient();
  const { register, handleSubmit, reset, setFocus, formState } = useForm({
    resolver: zodResolver(MessageDraft),
    defaultValues: { body: "" },
  });
  const { isDirty } = formState;
  const send = useMutation({
    mutationFn: ({ body }: MessageDraft) => writeToClient(clientId, body),
    onSuccess: async () => {
      reset({ body: "" });
      await answers.invalidateQueries({ queryKey: [MESSAGES] });
      setFocus("body");
    },
  });
  useUnsavedGuard(() => isDirty && !send.isPending, "the message");
  return (
    <form
      noValidate
      onSubmit={handleSubmit((draft) => send.mutate(draft))}
      className="grid gap-4 border-line border-t pt-6"
    >
      <TextArea
        label={`Message to ${company}`}
        rows={4}
        required
        error={formState.errors.body?.message}
        {...register("body")}
      />
      {send.error && (
        <Banner tone="negative" urgent>
          {wordsOf(send.error, "The message could not be sent. Nothing you typed is lost; please try again.")}
        </Banner>
      )}
      <Button
        type="submit"
        tone="primary"
        icon={<Send aria-hidden="true" className="size-4" />}
        busy={send.isPending}
        busyLabel="Sending..."
        className="justify-self-end"
      >
        Send
      </Button>
    </form>
  );
}
