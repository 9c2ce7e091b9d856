import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { MESSAGES_KEY, sendMessageToClient } from "#app/api/admin/messages.ts";
import { zodResolver } from "#app/components/zod-resolver.ts";
import { TextArea } from "#app/ui/forms/text-area.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { ClientMessageDraft } from "#domain/messages/message.ts";
import { ClientSelect } from "../forms/client-select.tsx";
import { GuardedFormDialog } from "../forms/guarded-form-dialog.tsx";

/** Form that sends a message to a client and opens the conversation. */
export function NewMessageDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const showToast = useToast();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(ClientMessageDraft),
    defaultValues: { clientId: "", body: "" },
  });
  const send = useMutation({
    mutationFn: ({ clientId, body }: ClientMessageDraft) => sendMessageToClient(clientId, body),
    onSuccess: (_result, { clientId }) => {
      showToast("Message sent");
      onClose();
      void queryClient.invalidateQueries({ queryKey: [MESSAGES_KEY] });
      void navigate(`/admin/messages/${clientId}`);
    },
  });
  return (
    <GuardedFormDialog
      title="New message"
      description="The client sees it in the portal and gets an email notification."
      submitButton={{ label: "Send message", busyLabel: "Sending..." }}
      subject="the message"
      isDirty={formState.isDirty}
      isPending={send.isPending}
      error={send.error}
      errorMessage="We couldn't send your message. Try again."
      onSubmit={handleSubmit((draft) => send.mutate(draft))}
      onClose={onClose}
    >
      <ClientSelect control={register("clientId")} error={formState.errors.clientId?.message} />
      <TextArea
        label="Message"
        rows={6}
        required
        error={formState.errors.body?.message}
        {...register("body")}
      />
    </GuardedFormDialog>
  );
}
