import { X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { createPortal } from "react-dom";
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
export function Dialog({ open, ...dialog }: DialogProps) {
  return open && createPortal(<OpenDialog {...dialog} />, document.body);
}

function OpenDialog({
  onClose,
  title,
  description,
  children,
  footer,
  size = "narrow",
}: Omit<DialogProps, "open">) {
  const place = useRef<HTMLDivElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const id = useId();
  useModality(place, popup);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Escape" || event.defaultPrevented || isAlertOpen()) return;
    event.stopPropagation();
    // A question that opens now must not take this Escape for its own.
    event.preventDefault();
    onClose();
  }

  return (
    <div
      ref={place}
      className="fixed inset-0 z-40 grid grid-cols-1 items-end justify-items-center bg-page/80 sm:items-center sm:p-6"
    >
      {/* No native dialog: it would lie above toasts. */}
      <div
        ref={popup}
        role="dialog"
        aria-modal="true"
        aria-labelledby={`${id}-title`}
        aria-describedby={description ? `${id}-description` : undefined}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        className={classNames(
          "flex max-h-[92dvh] w-full flex-col rounded-t-medium border border-line bg-surface shadow-floating outline-none sm:rounded-medium",
          "transition-[translate] starting:translate-y-2",
          widths[size],
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
        <div data-dialog-body="" className="min-h-0 overflow-y-auto px-6 py-3">
          {children}
        </div>
        {footer && <div className="flex flex-wrap justify-end gap-3 px-6 pt-3 pb-6">{footer}</div>}
      </div>
    </div>
  );
}

/**
 * What lies beneath cannot be reached or scrolled while the dialog is open; toasts and alerts above it can. The focus
 * goes to the first field, and back to where it was.
 */
function useModality(
  place: { readonly current: HTMLElement | null },
  popup: { readonly current: HTMLElement | null },
): void {
  useEffect(() => {
    const before = document.activeElement;
    const beneath = [...document.body.children].filter(
      (element) =>
        element !== place.current &&
        element instanceof HTMLElement &&
        !element.inert &&
        !element.matches("script, dialog, [data-above-dialogs]"),
    );
    for (const element of beneath) element.toggleAttribute("inert", true);
    const { style } = document.documentElement;
    const overflow = style.overflow;
    style.overflow = "hidden";
    const hasKeyboard = !window.matchMedia("(pointer: coarse)").matches;
    const field = popup.current?.querySelector<HTMLElement>(
      "[data-dialog-body] :is(input, select, textarea):not(:disabled)",
    );
    (hasKeyboard && field ? field : popup.current)?.focus({ preventScroll: true });
    return () => {
      for (const element of beneath) element.toggleAttribute("inert", false);
      style.overflow = overflow;
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [place, popup]);
}
