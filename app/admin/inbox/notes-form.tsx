import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { INQUIRIES, type Inquiry, noteInquiry } from "#app/api/admin-inquiries.ts";
import { Banner } from "#app/ui/banner.tsx";
import { Button } from "#app/ui/button.tsx";
import { Select } from "#app/ui/select.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { INQUIRY_STATES, InquiryNotes, inquiryState } from "#domain/inquiry.ts";
import { wordsOf } from "../lists/words-of.ts";
import { useUndo } from "../undo/use-undo.ts";

type NotesFormProps = { inquiry: Inquiry; onDirty: (isDirty: boolean) => void; onDone: () => void };

const stateOptions = INQUIRY_STATES.map((state) => ({ value: state, label: inquiryState(state).label }));

/** State and notes, for the firm alone. */
export function NotesForm({ inquiry, onDirty, onDone }: NotesFormProps) {
  const queryClient = useQueryClient();
  const offerUndo = useUndo();
  const before = {
    state: INQUIRY_STATES.find((state) => state === inquiry.state) ?? "new",
    notes: inquiry.notes,
  };
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(InquiryNotes),
    defaultValues: before,
  });
  const { errors, isDirty } = formState;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const save = useMutation({
    mutationFn: (kept: InquiryNotes) => noteInquiry(inquiry.id, kept),
    onSuccess: async () => {
      offerUndo("Inquiry saved", () => save.mutate(before));
      onDone();
      await queryClient.invalidateQueries({ queryKey: [INQUIRIES] });
    },
  });
  return (
    <form noValidate onSubmit={handleSubmit((kept) => save.mutate(kept))} className="grid gap-4">
      {save.error && (
        <Banner tone="negative" urgent>
          {wordsOf(save.error, "Failed to save the inquiry")}
        </Banner>
      )}
      <Select label="State" options={stateOptions} error={errors.state?.message} {...register("state")} />
      <TextArea
        label="Notes"
        rows={3}
        help="For the firm alone."
        error={errors.notes?.message}
        {...register("notes")}
      />
      <div>
        <Button type="submit" busy={save.isPending} busyLabel="Saving...">
          Save State and Notes
        </Button>
      </div>
    </form>
  );
}
