import { useQueryClient } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { ApiFailure } from "#app/api/failure.ts";
import { drawAtOnce, sendMessage, threadKey } from "#app/api/messages.ts";
import { reportFailure } from "#app/api/report-failure.ts";
import { formRules } from "#app/components/form-rules.ts";
import { Banner } from "#app/ui/banner.tsx";
import { Button } from "#app/ui/button.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { MessageDraft } from "#domain/message.ts";
import { useCurrentClient } from "../current-client.ts";
import { keepDraft, useDraft } from "../drafts.ts";

const FAILED = "Your message could not be sent. Nothing you typed is lost; please try again.";
const TOO_MANY = "Those were many messages at once. Nothing you typed is lost; please wait a few minutes.";

export function MessageForm() {
  const { id } = useCurrentClient();
  const answers = useQueryClient();
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = useForm({ resolver: formRules(MessageDraft), defaultValues: { body: "" } });
  const { register, handleSubmit, reset, setFocus, setValue, getValues, formState } = form;
  const draft = `message-${id}`;
  useDraft(draft, form);

  const submit = handleSubmit(async ({ body }) => {
    setRefusal(null);
    reset({ body: "" });
    setFocus("body");
    const takeOut = await drawAtOnce(answers, id, body);
    try {
      await sendMessage(id, body);
      await answers.invalidateQueries({ queryKey: threadKey(id) });
    } catch (error) {
      reportFailure(error);
      takeOut();
      giveBack(body);
      setRefusal(error instanceof ApiFailure && error.status === 429 ? TOO_MANY : FAILED);
    }
  });

  /** Into the form, before what was begun meanwhile; and kept, should the form no longer be drawn. */
  function giveBack(body: string) {
    const whole = [body, getValues("body")].filter(Boolean).join("\n\n");
    keepDraft(draft, { body: whole });
    setValue("body", whole, { shouldDirty: true });
  }

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
        className="justify-self-end"
      >
        Send
      </Button>
    </form>
  );
}
