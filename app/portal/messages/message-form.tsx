import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { ApiError } from "#app/api/client/api-error.ts";
import { logRequestError } from "#app/api/client/log-request-error.ts";
import { hasSentMessageQuery } from "#app/api/portal/activity.ts";
import { addOptimisticMessage, sendMessage, threadKey } from "#app/api/portal/messages.ts";
import { saveDraft, useDraft } from "#app/components/drafts.ts";
import { zodResolver } from "#app/components/zod-resolver.ts";
import { Button } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { SubmitShortcutHint, submitOnCtrlEnter } from "#app/ui/forms/submit-shortcut.tsx";
import { TextArea } from "#app/ui/forms/text-area.tsx";
import { Send } from "#app/ui/icons.tsx";
import { MessageDraft } from "#domain/messages/message.ts";
import { useCurrentClient } from "../current-client.ts";

const ERROR_MESSAGE = "We couldn't send your message. Your draft is saved; try again.";
const RATE_LIMITED_MESSAGE =
  "You're sending messages too quickly. Your draft is saved; try again in a few minutes.";

export function MessageForm() {
  const { id, userId } = useCurrentClient();
  const queryClient = useQueryClient();
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  // Not the form's `isSubmitting`, which the reset clears before the message is sent.
  const [isSending, setIsSending] = useState(false);
  const lastSending = useRef<Promise<unknown>>(Promise.resolve());
  const unsentBodies = useRef<string[]>([]);
  const form = useForm({ resolver: zodResolver(MessageDraft), defaultValues: { body: "" } });
  const { register, handleSubmit, reset, setFocus, setValue, getValues, formState } = form;
  const draftName = `message-${id}`;
  useDraft(draftName, form);

  const submit = handleSubmit(async ({ body }) => {
    setErrorMessage(null);
    setIsSending(true);
    // A reset removes the field until the next render.
    setFocus("body");
    reset({ body: "" });
    const adding = addOptimisticMessage(queryClient, { clientId: id, senderId: userId, body });
    // One after the other, so that messages stay in order. A failure also stops the messages after it.
    const sending = Promise.all([lastSending.current, adding]).then(() => sendMessage(id, body));
    lastSending.current = sending;
    try {
      await sending;
      queryClient.setQueryData(hasSentMessageQuery(id).queryKey, true);
    } catch (error) {
      logRequestError(error);
      const removeOptimisticMessage = await adding;
      removeOptimisticMessage();
      unsentBodies.current.push(body);
      setErrorMessage(
        error instanceof ApiError && error.status === 429 ? RATE_LIMITED_MESSAGE : ERROR_MESSAGE,
      );
    }
    if (lastSending.current === sending) {
      lastSending.current = Promise.resolve();
      restoreInput(unsentBodies.current.splice(0));
      setIsSending(false);
      await queryClient.invalidateQueries({ queryKey: threadKey(id) });
    }
  });

  /**
   * Restores unsent texts in front of anything typed since. Also saves them as a draft, in case the form is
   * unmounted.
   */
  function restoreInput(bodies: readonly string[]) {
    if (bodies.length > 0) {
      const text = [...bodies, getValues("body")].filter(Boolean).join("\n\n");
      saveDraft(draftName, { body: text });
      setValue("body", text, { shouldDirty: true });
    }
  }

  return (
    <form noValidate onSubmit={submit} className="conversation-form -mb-10 lg:-mb-12">
      <TextArea
        label="Your message"
        rows={2}
        error={formState.errors.body?.message}
        // Ignore a repeated shortcut while a message is being sent.
        onKeyDown={(event) => !(isSending && getValues("body") === "") && submitOnCtrlEnter(event)}
        {...register("body")}
      />
      {errorMessage && (
        <Banner tone="negative" urgent>
          {errorMessage}
        </Banner>
      )}
      <div className="flex items-center justify-end gap-3">
        <SubmitShortcutHint action="send" />
        <Button
          type="submit"
          tone="primary"
          icon={<Send aria-hidden="true" className="size-4" />}
          busy={isSending}
        >
          Send
        </Button>
      </div>
    </form>
  );
}
