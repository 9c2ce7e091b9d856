import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { INQUIRIES_KEY, type Inquiry, updateInquiry } from "#app/api/admin/inquiries.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { zodResolver } from "#app/components/zod-resolver.ts";
import { Button } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { TextArea } from "#app/ui/forms/text-area.tsx";
import { INQUIRY_STATUSES, InquiryNotes, inquiryStatusBadge } from "#domain/inquiries/inquiry.ts";
import { useUndo } from "../undo/use-undo.ts";

type NotesFormProps = { inquiry: Inquiry; onDirty: (isDirty: boolean) => void; onDone: () => void };

const STATUS_OPTIONS = INQUIRY_STATUSES.map((status) => ({
  value: status,
  label: inquiryStatusBadge(status).label,
}));

/** Form for an inquiry's status and internal notes. */
export function NotesForm({ inquiry, onDirty, onDone }: NotesFormProps) {
  const queryClient = useQueryClient();
  const offerUndo = useUndo();
  const original = {
    status: INQUIRY_STATUSES.find((status) => status === inquiry.status) ?? "new",
    notes: inquiry.notes,
  };
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(InquiryNotes),
    defaultValues: original,
  });
  const { errors, isDirty } = formState;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const save = useMutation({
    mutationFn: (notes: InquiryNotes) => updateInquiry(inquiry.id, notes),
    onSuccess: async () => {
      offerUndo("Inquiry saved", () => save.mutate(original));
      onDone();
      await queryClient.invalidateQueries({ queryKey: [INQUIRIES_KEY] });
    },
  });
  return (
    <form noValidate onSubmit={handleSubmit((notes) => save.mutate(notes))} className="grid gap-4">
      {save.error && (
        <Banner tone="negative" urgent>
          {errorMessage(save.error, "We couldn't save the inquiry. Try again.")}
        </Banner>
      )}
      <Select
        label="Status"
        options={STATUS_OPTIONS}
        error={errors.status?.message}
        {...register("status")}
      />
      <TextArea
        label="Notes"
        rows={3}
        hint="Internal only."
        error={errors.notes?.message}
        {...register("notes")}
      />
      <div>
        <Button type="submit" busy={save.isPending} busyLabel="Saving...">
          Save
        </Button>
      </div>
    </form>
  );
}
