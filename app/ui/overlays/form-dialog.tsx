import { type FormEvent, type ReactNode, useId } from "react";
import { Button } from "../button.tsx";
import { Dialog } from "./dialog.tsx";

type FormDialogProps = {
  title: string;
  description?: ReactNode;
  /** Labels of the submit button, normally and while saving. */
  submitButton: { label: string; busyLabel: string; tone?: "primary" | "danger"; disabled?: boolean };
  isPending: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onClose: () => void;
  /** Label of the button that closes the dialog without submitting. */
  closeLabel?: string;
  /** Uses the browser's built-in validation messages. */
  hasNativeValidation?: boolean;
  size?: "narrow" | "wide";
  className?: string;
  children: ReactNode;
};

/** Dialog with a form, a button that closes it, and a submit button. */
export function FormDialog({
  title,
  description,
  submitButton,
  isPending,
  onSubmit,
  onClose,
  closeLabel = "Cancel",
  hasNativeValidation = false,
  size = "narrow",
  className = "grid gap-4",
  children,
}: FormDialogProps) {
  const formId = useId();
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={description}
      size={size}
      footer={
        <>
          <Button onClick={onClose} disabled={isPending}>
            {closeLabel}
          </Button>
          <Button
            type="submit"
            form={formId}
            tone={submitButton.tone ?? "primary"}
            busy={isPending}
            busyLabel={submitButton.busyLabel}
            disabled={submitButton.disabled}
          >
            {submitButton.label}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate={!hasNativeValidation}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit(event);
        }}
        className={className}
      >
        {children}
      </form>
    </Dialog>
  );
}
