import { type FormEvent, type ReactNode, useId } from "react";
import { Banner } from "#app/ui/banner.tsx";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { useLeave } from "../lists/use-leave.ts";
import { wordsOf } from "../lists/words-of.ts";

type FormDialogProps = {
  title: string;
  description?: ReactNode;
  /** The button that stores, and its label while it does. */
  act: { label: string; busyLabel: string; tone?: "primary" | "danger" };
  /** What is lost by leaving: "the client". */
  what: string;
  isDirty: boolean;
  isPending: boolean;
  error: Error | null;
  /** What is said of an error that was not meant for people. */
  failed: string;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onClose: () => void;
  size?: "narrow" | "wide";
  className?: string;
  children: ReactNode;
};

/** A form in a dialog: says what failed, keeps what was typed, and asks before throwing it away. */
export function FormDialog({
  title,
  description,
  act,
  what,
  isDirty,
  isPending,
  error,
  failed,
  onSubmit,
  onClose,
  size = "narrow",
  className = "grid gap-4",
  children,
}: FormDialogProps) {
  const formId = useId();
  const leave = useLeave({ isDirty, isPending, what }, onClose);
  return (
    <Dialog
      open
      onClose={leave}
      title={title}
      description={description}
      size={size}
      footer={
        <>
          <Button onClick={leave} disabled={isPending}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            tone={act.tone ?? "primary"}
            busy={isPending}
            busyLabel={act.busyLabel}
          >
            {act.label}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit(event);
        }}
        className={className}
      >
        {error && (
          <div className="col-span-full">
            <Banner tone="negative" urgent>
              {wordsOf(error, failed)}
            </Banner>
          </div>
        )}
        {children}
      </form>
    </Dialog>
  );
}
