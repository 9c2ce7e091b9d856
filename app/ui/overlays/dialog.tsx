import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { createPortal } from "react-dom";
import { X } from "#app/ui/icons.tsx";
import { classNames } from "../class-names.ts";
import { isAlertOpen } from "./alert-dialog.tsx";
import { rememberFocus } from "./remember-focus.ts";

type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
  /** Buttons, with the primary one last. */
  footer?: ReactNode;
  /** Use "wide" for lists and two-column forms. */
  size?: "narrow" | "wide";
  /** Use "top" if the height can change while the dialog is open, so that its first line does not move. */
  position?: "center" | "top";
  /** Set if the content has no controls. The content is focusable, so that it can be scrolled with the keyboard. */
  isText?: boolean;
};

const POSITION_CLASSES = {
  center: "items-end sm:items-center sm:p-6",
  top: "items-start p-4 sm:px-6 sm:pt-[12dvh]",
};
const SHAPE_CLASSES = {
  center: "max-h-[92dvh] rounded-t-medium sm:rounded-medium",
  top: "max-h-[min(92dvh,40rem)] rounded-medium sm:max-h-[min(80dvh,40rem)]",
};

const WIDTH_CLASSES = { narrow: "sm:max-w-[30rem]", wide: "sm:max-w-[44rem]" };

/** Modal dialog. It closes on Escape but not on clicks outside it, so that typed text is not lost. */
export function Dialog({ open, ...dialog }: DialogProps) {
  return open && createPortal(<DialogWindow {...dialog} />, document.body);
}

function DialogWindow({
  onClose,
  title,
  description,
  children,
  footer,
  size = "narrow",
  position = "center",
  isText = false,
}: Omit<DialogProps, "open">) {
  const overlay = useRef<HTMLDivElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const id = useId();
  useModal(overlay, popup);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Escape" || event.defaultPrevented || isAlertOpen()) {
      return;
    }
    event.stopPropagation();
    // The same Escape must not close a confirmation opened by onClose.
    event.preventDefault();
    onClose();
  }

  return (
    <div
      ref={overlay}
      className={classNames(
        "fixed inset-0 z-40 grid grid-cols-1 justify-items-center bg-page/80",
        POSITION_CLASSES[position],
      )}
    >
      {/* Not a native dialog, because it would cover toasts. */}
      <div
        ref={popup}
        role="dialog"
        aria-modal="true"
        aria-labelledby={`${id}-title`}
        aria-describedby={description ? `${id}-description` : undefined}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        className={classNames(
          "flex w-full flex-col border border-line bg-surface shadow-floating outline-none",
          "transition-[translate] starting:translate-y-2",
          SHAPE_CLASSES[position],
          WIDTH_CLASSES[size],
        )}
      >
        <div className="flex items-start justify-between gap-4 px-6 pt-5 pb-3">
          <div className="min-w-0">
            <h2 id={`${id}-title`} className="text-18">
              {title}
            </h2>
            {description && (
              <p id={`${id}-description`} className="mt-1 text-14 text-muted">
                {description}
              </p>
            )}
          </div>
          <button
            type="button"
            aria-label="Close dialog"
            onClick={onClose}
            className="-mr-2 grid size-9 shrink-0 place-items-center rounded-small text-muted hover:bg-raised hover:text-text pointer-coarse:size-11"
          >
            <X aria-hidden="true" className="size-5" />
          </button>
        </div>
        <div
          data-dialog-body=""
          className="min-h-0 overflow-y-auto px-6 py-3"
          {...(isText ? { role: "region", tabIndex: 0, "aria-labelledby": `${id}-title` } : {})}
        >
          {children}
        </div>
        {footer && <div className="flex flex-wrap justify-end gap-3 px-6 pt-3 pb-6">{footer}</div>}
      </div>
    </div>
  );
}

/**
 * Makes the page behind the dialog inert, except for toasts and alerts. Focuses the first field, and restores
 * the previous focus on close.
 */
function useModal(
  overlay: { readonly current: HTMLElement | null },
  popup: { readonly current: HTMLElement | null },
): void {
  useEffect(() => {
    const restoreFocus = rememberFocus(document.activeElement);
    const backgroundElements = [...document.body.children].filter(
      (element) =>
        element !== overlay.current &&
        element instanceof HTMLElement &&
        !element.inert &&
        !element.matches("script, dialog, [data-above-dialogs]"),
    );
    for (const element of backgroundElements) {
      element.toggleAttribute("inert", true);
    }
    const { style } = document.documentElement;
    const previousOverflow = style.overflow;
    style.overflow = "hidden";
    const hasFinePointer = !window.matchMedia("(pointer: coarse)").matches;
    const firstField = popup.current?.querySelector<HTMLElement>(
      "[data-dialog-body] :is(input, select, textarea):not(:disabled)",
    );
    // On touch screens, the keyboard would cover a form. A search is opened to type.
    const startsWithField = hasFinePointer || firstField?.matches("[role='combobox']");
    (startsWithField && firstField ? firstField : popup.current)?.focus({ preventScroll: true });
    return () => {
      for (const element of backgroundElements) {
        element.toggleAttribute("inert", false);
      }
      style.overflow = previousOverflow;
      restoreFocus();
    };
  }, [overlay, popup]);
}
