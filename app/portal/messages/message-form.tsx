import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { ApiFailure } from "#app/data/failure.ts";
import { sendMessage, threadKey } from "#app/data/messages.ts";
import { reportFailure } from "#app/data/report-failure.ts";
import { Banner } from "#app/ui/banner.tsx";
import { Button } from "#app/ui/button.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { MessageDraft } from "#domain/message.ts";
import { useCurrentClient } from "../current-client.ts";
import { useDraft } from "../drafts.ts";

const FAILED = "Your message could not be sent. Nothing you typed is lost; please try again.";
const TOO_MANY = "That were many messages at once. Please wait a few minutes.";

export function MessageForm() {
  const { id } = useCurrentClient();
  const answers = useQueryClient();
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = useForm({ resolver: zodResolver(MessageDraft), defaultValues: { body: "" } });
  const { register, handleSubmit, reset, setFocus, formState } = form;
  useDraft(`message-${id}`, form);

  const submit = handleSubmit(async ({ body }) => {
    setRefusal(null);
    try {
      await sendMessage(id, body);
      reset({ body: "" });
      await answers.invalidateQueries({ queryKey: threadKey(id) });
      setFocus("body");
    } catch (error) {
      reportFailure(error);
      setRefusal(error instanceof ApiFailure && error.status === 429 ? TOO_MANY : FAILED);
    }
  });

  return (
    <form noValidate onSubmit={submit} className="grid gap-4 border-line border-t pt-6">
      <TextArea
        label="Your message"
        rows={4}
        required
        error={formState.errors.body?.message}
        {...register("body")}
      />
      {refusal && (
        <Banner tone="negative" urgent>
          {refusal}
        </Banner>
      )}
      <Button
        type="submit"
        tone="primary"
        icon={<Send aria-hidden="true" className="size-4" />}
        busy={formState.isSubmitting}
        busyLabel="Sending..."
        className="justify-self-end"
      >
        Send
      </Button>
    </form>
  );
}
