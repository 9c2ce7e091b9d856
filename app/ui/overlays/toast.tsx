import {
  createContext,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { X } from "#app/ui/icons.tsx";
import { Button } from "../button.tsx";
import { classNames } from "../class-names.ts";
import { type Tone, toneClasses } from "../tone.ts";
import { rememberFocus } from "./remember-focus.ts";

/** The timer pauses while the toast is hovered or focused. */
const DEFAULT_DURATION_MS = 3000;

type ToastAction = { label: string; onPress: () => void };
type QueuedToast = {
  id: number;
  text: string;
  duration: number;
  tone: Tone;
  topic: string | undefined;
  action: ToastAction | undefined;
};
type ToastOptions = {
  duration?: number;
  tone?: Tone;
  /** The toast replaces earlier ones with the same topic. */
  topic?: string;
  action?: ToastAction;
};
type ShowToast = (text: string, options?: ToastOptions) => void;

const ToastContext = createContext<ShowToast | null>(null);

/** Returns a function that shows a toast. Screen readers announce it without interrupting. */
export function useToast(): ShowToast {
  const show = useContext(ToastContext);
  if (!show) {
    throw new Error("useToast requires a <ToastProvider>");
  }
  return show;
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly QueuedToast[]>([]);
  const lastId = useRef(0);
  const restoreFocus = useLastFocus();
  const show = useCallback<ShowToast>(
    (text, { duration = DEFAULT_DURATION_MS, tone = "positive", topic, action } = {}) => {
      lastId.current += 1;
      const id = lastId.current;
      setToasts((current) => [
        ...current.filter((toast) => !topic || toast.topic !== topic),
        { id, text, duration, tone, topic, action },
      ]);
    },
    [],
  );
  const dismiss = useCallback(
    (id: number) => setToasts((current) => current.filter((toast) => toast.id !== id)),
    [],
  );
  return (
    <ToastContext value={show}>
      {children}
      {toasts.length > 0 &&
        createPortal(
          <section
            aria-label="Notifications"
            data-above-dialogs=""
            className="fixed right-4 bottom-20 left-4 z-50 flex flex-col gap-2 sm:bottom-6 sm:left-auto sm:w-96 max-lg:[html:has([data-fixed-footer=double])_&]:bottom-36 print:hidden"
          >
            {toasts.map((toast) => (
              <Toast key={toast.id} toast={toast} restoreFocus={restoreFocus} onDismiss={dismiss} />
            ))}
          </section>,
          document.body,
        )}
    </ToastContext>
  );
}

/**
 * Remembers the last focused element outside of toasts. A toast can't use `document.activeElement`, because the button whose
 * action it reports is often disabled then.
 */
function useLastFocus(): RefObject<() => void> {
  const restoreFocus = useRef<() => void>(() => {});
  useEffect(() => {
    const handleFocusIn = ({ target }: FocusEvent) => {
      if (target instanceof Element && !target.closest("[data-above-dialogs]")) {
        restoreFocus.current = rememberFocus(target);
      }
    };
    document.addEventListener("focusin", handleFocusIn);
    return () => document.removeEventListener("focusin", handleFocusIn);
  }, []);
  return restoreFocus;
}

type ToastProps = {
  toast: QueuedToast;
  /** Moves the focus back to where it was before a toast got it. */
  restoreFocus: RefObject<() => void>;
  onDismiss: (id: number) => void;
};

function Toast({ toast: { id, text, duration, tone, action }, restoreFocus, onDismiss }: ToastProps) {
  const [isPaused, setIsPaused] = useState(false);
  useEffect(() => {
    if (isPaused) {
      return;
    }
    const timer = setTimeout(() => onDismiss(id), duration);
    return () => clearTimeout(timer);
  }, [id, duration, isPaused, onDismiss]);
  const pause = () => setIsPaused(true);
  const resume = () => setIsPaused(false);
  const dismiss = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const { activeElement } = document;
    // Safari doesn't focus a button that is clicked. The previous element then loses the focus or keeps it.
    if (activeElement === currentTarget || activeElement === document.body) {
      restoreFocus.current();
    }
    onDismiss(id);
  };
  return (
    <div
      role="status"
      onPointerEnter={pause}
      onPointerLeave={resume}
      onFocus={pause}
      onBlur={resume}
      className="flex items-center gap-3 rounded-small border border-line bg-raised py-2 pr-2 pl-4 shadow-floating transition-[translate] starting:translate-y-2"
    >
      <span
        aria-hidden="true"
        className={classNames("size-2 shrink-0 rounded-full", toneClasses(tone).dot)}
      />
      <p className="wrap-anywhere min-w-0 flex-1 text-14">{text}</p>
      {action && (
        <Button
          size="small"
          onClick={(event) => {
            dismiss(event);
            action.onPress();
          }}
        >
          {action.label}
        </Button>
      )}
      <button
        type="button"
        aria-label="Dismiss"
        onClick={dismiss}
        className="grid size-8 shrink-0 place-items-center rounded-small text-muted hover:text-text pointer-coarse:size-11"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </div>
  );
}
