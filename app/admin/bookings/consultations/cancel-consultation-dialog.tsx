import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import {
  CONSULTATIONS_KEY,
  cancelConsultation,
  type ListedConsultation,
} from "#app/api/admin/consultations.ts";
import { zodResolver } from "#app/components/zod-resolver.ts";
import { TextArea } from "#app/ui/forms/text-area.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { CancelConsultation } from "#domain/consultations/consultation-request.ts";
import { formatShortTime } from "#domain/scheduling/short-time.ts";
import { GuardedFormDialog } from "../../forms/guarded-form-dialog.tsx";

type CancelConsultationDialogProps = { consultation: ListedConsultation; onClose: () => void };

/** Form that cancels a consultation, with an optional reason. */
export function CancelConsultationDialog({ consultation, onClose }: CancelConsultationDialogProps) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const queryClient = useQueryClient();
  const showToast = useToast();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(CancelConsultation),
    defaultValues: { reason: "" },
  });
  const { errors, isDirty } = formState;
  const cancel = useMutation({
    mutationFn: ({ reason }: CancelConsultation) => cancelConsultation(consultation.id, reason),
    onSuccess: () => {
      showToast(`Consultation with ${consultation.name} canceled`);
      onClose();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: [CONSULTATIONS_KEY] }),
  });
  return (
    <GuardedFormDialog
      title="Cancel consultation"
      description={`${consultation.name} · ${formatShortTime(new Date(consultation.starts_at), timeZone)}. We'll email ${consultation.name} and the host.`}
      submitButton={{ label: "Cancel consultation", busyLabel: "Canceling...", tone: "danger" }}
      subject="the reason"
      isDirty={isDirty}
      isPending={cancel.isPending}
      error={cancel.error}
      errorMessage="We couldn't cancel the consultation. Try again."
      onSubmit={handleSubmit((form) => cancel.mutate(form))}
      onClose={onClose}
    >
      <TextArea
        label="Reason"
        rows={3}
        hint="Optional. Included in the email."
        error={errors.reason?.message}
        {...register("reason")}
      />
    </GuardedFormDialog>
  );
}
