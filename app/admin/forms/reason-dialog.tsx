import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { TextArea } from "#app/ui/forms/text-area.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { TEXT_LIMITS } from "#domain/findings/text-limits.ts";
import { GuardedFormDialog } from "./guarded-form-dialog.tsx";

type ReasonDialogProps = {
  title: string;
  description: string;
  /** Labels of the button before and while it runs, such as "Withdraw letter". */
  submitLabel: string;
  busyLabel: string;
  successMessage: string;
  errorMessage: string;
  onSubmit: (reason: string) => Promise<void>;
  /** Runs after the dialog has closed. */
  onSuccess: () => Promise<void>;
  onClose: () => void;
};

/** Asks for a reason before an action, such as a withdrawal. */
export function ReasonDialog(dialog: ReasonDialogProps) {
  const { title, description, submitLabel, busyLabel, errorMessage, onClose } = dialog;
  const showToast = useToast();
  const [reason, setReason] = useState("");
  const submit = useMutation({
    mutationFn: () => dialog.onSubmit(reason),
    onSuccess: async () => {
      showToast(dialog.successMessage);
      onClose();
      await dialog.onSuccess();
    },
  });
  return (
    <GuardedFormDialog
      title={title}
      description={description}
      submitButton={{ label: submitLabel, busyLabel, tone: "danger", disabled: reason.trim() === "" }}
      subject="the reason"
      isDirty={reason !== ""}
      isPending={submit.isPending}
      error={submit.error}
      errorMessage={errorMessage}
      onSubmit={() => submit.mutate()}
      onClose={onClose}
    >
      <TextArea
        label="Reason"
        required
        rows={3}
        maxLength={TEXT_LIMITS.reason}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </GuardedFormDialog>
  );
}
