import type { ComponentProps } from "react";
import { errorMessage } from "#app/components/error-message.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { FormDialog } from "#app/ui/overlays/form-dialog.tsx";
import { createDiscardConfirmation, useUnsavedGuard } from "./use-unsaved-guard.ts";

type GuardedFormDialogProps = ComponentProps<typeof FormDialog> & {
  /** What the user would lose by closing, such as "the client". */
  subject: string;
  isDirty: boolean;
  error: Error | null;
  /** Shown if the error has no message for the user. */
  errorMessage: string;
};

/** Form dialog that shows errors, keeps the input after an error, and asks before discarding changes. */
export function GuardedFormDialog({
  subject,
  isDirty,
  error,
  errorMessage: fallbackMessage,
  onClose,
  children,
  ...dialog
}: GuardedFormDialogProps) {
  const { isPending } = dialog;
  const confirmDiscard = useUnsavedGuard(() => isDirty && !isPending, {
    confirmation: createDiscardConfirmation(subject),
  });
  return (
    <FormDialog {...dialog} onClose={() => !isPending && confirmDiscard(onClose)}>
      {error && (
        <div className="col-span-full">
          <Banner tone="negative" urgent>
            {errorMessage(error, fallbackMessage)}
          </Banner>
        </div>
      )}
      {children}
    </FormDialog>
  );
}
