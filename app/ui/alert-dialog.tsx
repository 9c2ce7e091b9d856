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
import { Button } from "./button.tsx";

/** The look of an alert, also of one that is plain HTML. */
export const alertDialogClasses =
  "m-auto w-[min(30rem,calc(100vw-2rem))] rounded-medium border border-line bg-surface p-6 text-text shadow-floating backdrop:bg-page/80";

type Question = { text: string; act: string; tone?: "primary" | "danger" };
type Shown = {
  text: string;
  details?: string | undefined;
  question?: Question | undefined;
  answer: (confirmed: boolean) => void;
};
type Ask = {
  alert: (text: string, details?: string) => Promise<void>;
  confirm: (question: Question) => Promise<boolean>;
};

const AskContext = createContext<Ask | null>(null);

function useAsk(): Ask {
  const ask = useContext(AskContext);
  if (!ask) throw new Error("Alerts need <AlertDialogs> around them");
  return ask;
}

/** Shows a text, with details beneath it where there are any, and one button, OK; resolves when it is closed. */
export function useAlert(): Ask["alert"] {
  return useAsk().alert;
}

/** Asks before an act: Cancel has the focus, Escape cancels. Resolves to whether the act was chosen. */
export function useConfirmation(): Ask["confirm"] {
  return useAsk().confirm;
}

/** Whether an alert or a confirmation is open: what lies beneath must then ignore Escape and presses outside. */
export function isAlertOpen(): boolean {
  return document.querySelector("dialog[role=alertdialog][open]") !== null;
}

/** Holds the page's alerts, one at a time. Native dialogs, so that the public pages need no dialog library. */
export function AlertDialogs({ children }: { children: ReactNode }) {
  const [queue, setQueue] = useState<readonly Shown[]>([]);
  const show = useCallback((shown: Omit<Shown, "answer">) => {
    return new Promise<boolean>((answer) => setQueue((waiting) => [...waiting, { ...shown, answer }]));
  }, []);
  const ask = useMemo<Ask>(
    () => ({
      alert: async (text, details) => {
        await show({ text, details });
      },
      confirm: (question) => show({ text: question.text, question }),
    }),
    [show],
  );
  const current = queue[0];
  return (
    <AskContext value={ask}>
      {children}
      {current &&
        createPortal(
          <AlertDialog
            key={current.text}
            {...current}
            answer={(confirmed) => {
              setQueue((waiting) => waiting.slice(1));
              current.answer(confirmed);
            }}
          />,
          document.body,
        )}
    </AskContext>
  );
}

function AlertDialog({ text, details, question, answer }: Shown) {
  const dialog = useRef<HTMLDialogElement>(null);
  const firstButton = useRef<HTMLButtonElement>(null);
  const textId = useId();
  const detailsId = useId();

  useEffect(() => {
    const element = dialog.current;
    const focused = lastFocused();
    element?.showModal();
    firstButton.current?.focus();
    // A dialog beneath listens for Escape on the document; this Escape is not meant for it.
    const keepEscape = (event: KeyboardEvent) => event.key === "Escape" && event.stopPropagation();
    element?.addEventListener("keydown", keepEscape);
    return () => {
      element?.removeEventListener("keydown", keepEscape);
      element?.close();
      focused?.focus();
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
        answer(false);
      }}
      className={alertDialogClasses}
    >
      <p id={textId} className="text-16">
        {text}
      </p>
      {details && (
        <p id={detailsId} className="mt-2 text-13 text-muted">
          {details}
        </p>
      )}
      <div className="mt-6 flex justify-end gap-3">
        {question ? (
          <>
            <Button ref={firstButton} onClick={() => answer(false)}>
              Cancel
            </Button>
            <Button tone={question.tone ?? "danger"} onClick={() => answer(true)}>
              {question.act}
            </Button>
          </>
        ) : (
          <Button ref={firstButton} tone="primary" onClick={() => answer(true)}>
            OK
          </Button>
        )}
      </div>
    </dialog>
  );
}

let focusedBefore: HTMLElement | null = null;
if (typeof document !== "undefined") {
  document.addEventListener("focusin", ({ target }) => {
    if (target instanceof HTMLElement && !target.closest("dialog[role=alertdialog]")) focusedBefore = target;
  });
}

// A button that is disabled while it works loses the focus: what had it last is where the focus returns.
function lastFocused(): HTMLElement | null {
  const { activeElement } = document;
  return activeElement instanceof HTMLElement && activeElement !== document.body
    ? activeElement
    : focusedBefore;
}
