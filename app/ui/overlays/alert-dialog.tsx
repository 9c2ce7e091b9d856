import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { Button } from "../button.tsx";

/** Also used by the HTML alert on public pages. */
export const ALERT_DIALOG_CLASSES =
  "m-auto w-[min(30rem,calc(100vw-2rem))] rounded-medium border border-line bg-surface p-6 text-text shadow-floating backdrop:bg-page/80";

export type Confirmation = {
  text: string;
  confirmLabel: string;
  tone?: "primary" | "danger";
  /** What the action affects, below the text. */
  details?: string;
  /** Content below the details that screen readers don't read when the dialog opens. */
  content?: ReactNode;
};
type QueuedAlert = {
  text: string;
  details?: string | undefined;
  confirmation?: Confirmation | undefined;
  respond: (isConfirmed: boolean) => void;
};
type AlertActions = {
  alert: (text: string, details?: string) => Promise<void>;
  confirm: (confirmation: Confirmation) => Promise<boolean>;
};

const AlertContext = createContext<AlertActions | null>(null);

function useAlertActions(): AlertActions {
  const actions = useContext(AlertContext);
  if (!actions) {
    throw new Error("useAlert and useConfirmation require an <AlertDialogProvider>");
  }
  return actions;
}

/** Returns a function that shows a message with an OK button. It resolves when the alert closes. */
export function useAlert(): AlertActions["alert"] {
  return useAlertActions().alert;
}

/**
 * Returns a function that asks for confirmation and resolves to whether the user confirmed. Cancel has the
 * initial focus, and Escape cancels.
 */
export function useConfirmation(): AlertActions["confirm"] {
  return useAlertActions().confirm;
}

/** Whether an alert is open. Dialogs behind it must then ignore Escape. */
export function isAlertOpen(): boolean {
  return document.querySelector("dialog[role=alertdialog][open]") !== null;
}

/** Shows queued alerts one at a time. */
export function AlertDialogProvider({ children }: { children: ReactNode }) {
  const [queue, setQueue] = useState<readonly QueuedAlert[]>([]);
  const enqueue = useCallback((alert: Omit<QueuedAlert, "respond">) => {
    return new Promise<boolean>((respond) => setQueue((queued) => [...queued, { ...alert, respond }]));
  }, []);
  const actions = useMemo<AlertActions>(
    () => ({
      alert: async (text, details) => {
        await enqueue({ text, details });
      },
      confirm: (confirmation) =>
        enqueue({ text: confirmation.text, details: confirmation.details, confirmation }),
    }),
    [enqueue],
  );
  const current = queue[0];
  return (
    <AlertContext value={actions}>
      {children}
      {current &&
        createPortal(
          <AlertDialog
            key={current.text}
            {...current}
            respond={(isConfirmed) => {
              setQueue((queued) => queued.slice(1));
              current.respond(isConfirmed);
            }}
          />,
          document.body,
        )}
    </AlertContext>
  );
}

function AlertDialog({ text, details, confirmation, respond }: QueuedAlert) {
  const dialog = useRef<HTMLDialogElement>(null);
  const firstButton = useRef<HTMLButtonElement>(null);
  const textId = useId();
  const detailsId = useId();

  useEffect(() => {
    const element = dialog.current;
    const previouslyFocused = getLastFocused();
    element?.showModal();
    firstButton.current?.focus();
    // The same Escape must not close a dialog behind this one.
    const stopEscape = (event: KeyboardEvent) => event.key === "Escape" && event.stopPropagation();
    element?.addEventListener("keydown", stopEscape);
    return () => {
      element?.removeEventListener("keydown", stopEscape);
      element?.close();
      previouslyFocused?.focus();
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={textId}
      aria-describedby={details ? detailsId : undefined}
      onCancel={(event) => {
        event.preventDefault();
        respond(false);
      }}
      className={ALERT_DIALOG_CLASSES}
    >
      <p id={textId} className="text-16">
        {text}
      </p>
      {details && (
        <p id={detailsId} className="mt-2 text-13 text-muted">
          {details}
        </p>
      )}
      {confirmation?.content}
      <div className="mt-6 flex justify-end gap-3">
        {confirmation ? (
          <>
            <Button ref={firstButton} onClick={() => respond(false)}>
              Cancel
            </Button>
            <Button tone={confirmation.tone ?? "danger"} onClick={() => respond(true)}>
              {confirmation.confirmLabel}
            </Button>
          </>
        ) : (
          <Button ref={firstButton} tone="primary" onClick={() => respond(true)}>
            OK
          </Button>
        )}
      </div>
    </dialog>
  );
}

let lastFocusedElement: HTMLElement | null = null;
if (typeof document !== "undefined") {
  document.addEventListener("focusin", ({ target }) => {
    if (target instanceof HTMLElement && !target.closest("dialog[role=alertdialog]")) {
      lastFocusedElement = target;
    }
  });
}

// A button that is disabled while busy loses focus. Return the focus to the element that had it last.
function getLastFocused(): HTMLElement | null {
  const { activeElement } = document;
  return activeElement instanceof HTMLElement && activeElement !== document.body
    ? activeElement
    : lastFocusedElement;
}
