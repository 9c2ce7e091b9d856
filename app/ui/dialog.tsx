import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { isAlertOpen } from "./alert-dialog.tsx";
import { classNames } from "./class-names.ts";

type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
  /** Buttons, the primary one last: it stands bottom right. */
  footer?: ReactNode;
  /** "wide" for lists and forms of two columns. */
  size?: "narrow" | "wide";
};

const widths = { narrow: "sm:max-w-[30rem]", wide: "sm:max-w-[44rem]" };

/** A modal dialog. Escape and its close button close it; a press outside does not, so that typing is never lost. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  children,
  footer,
  size = "narrow",
}: DialogProps) {
  return (
    <Base.Root
      open={open}
      disablePointerDismissal
      onOpenChange={(opens) => {
        if (!opens && !isAlertOpen()) onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-page/80 transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Viewport className="fixed inset-0 z-40 grid items-end justify-items-center sm:items-center sm:p-6">
          <Base.Popup
            className={classNames(
              "flex max-h-[92dvh] w-full flex-col rounded-t-medium border border-line bg-surface shadow-floating sm:rounded-medium",
              "transition-[opacity,translate] data-ending-style:translate-y-2 data-ending-style:opacity-0 data-starting-style:translate-y-2 data-starting-style:opacity-0",
              widths[size],
            )}
          >
            <div className="flex items-start justify-between gap-4 px-6 pt-5 pb-3">
              <div className="min-w-0">
                <Base.Title className="text-18">{title}</Base.Title>
                {description && (
                  <Base.Description className="mt-1 text-14 text-muted">{description}</Base.Description>
                )}
              </div>
              <Base.Close
                aria-label="Close dialog"
                className="-mr-2 grid size-9 shrink-0 place-items-center rounded-small text-muted hover:bg-raised hover:text-text pointer-coarse:size-11"
              >
                <X aria-hidden="true" className="size-5" />
              </Base.Close>
            </div>
            <div className="min-h-0 overflow-y-auto px-6 py-3">{children}</div>
            {footer && <div className="flex flex-wrap justify-end gap-3 px-6 pt-3 pb-6">{footer}</div>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
