import { X } from "lucide-react";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { Button } from "./button.tsx";
import { classNames } from "./class-names.ts";
import { classesOfTone, type Tone } from "./tone.ts";

/** Milliseconds a toast stays unless told otherwise; it waits while the pointer or the focus is on it. */
const defaultDuration = 3000;

type Action = { label: string; onPress: () => void };
type Shown = { id: number; text: string; duration: number; tone: Tone; action: Action | undefined };
type ShowToast = (text: string, options?: { duration?: number; tone?: Tone; action?: Action }) => void;

const ToastContext = createContext<ShowToast | null>(null);

/** Shows a text for a while and has it read politely. */
export function useToast(): ShowToast {
  const show = useContext(ToastContext);
  if (!show) throw new Error("Toasts need <Toasts> around them");
  return show;
}

export function Toasts({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Shown[]>([]);
  const made = useRef(0);
  const show = useCallback<ShowToast>(
    (text, { duration = defaultDuration, tone = "positive", action } = {}) => {
      made.current += 1;
      const id = made.current;
      setToasts((shown) => [...shown, { id, text, duration, tone, action }]);
    },
    [],
  );
  const dismiss = useCallback(
    (id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)),
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
            className="fixed right-4 bottom-20 left-4 z-50 flex flex-col gap-2 sm:bottom-6 sm:left-auto sm:w-96 print:hidden"
          >
            {toasts.map((toast) => (
              <Toast key={toast.id} toast={toast} onDismiss={dismiss} />
            ))}
          </section>,
          document.body,
        )}
    </ToastContext>
  );
}

type ToastProps = { toast: Shown; onDismiss: (id: number) => void };

function Toast({ toast: { id, text, duration, tone, action }, onDismiss }: ToastProps) {
  const [isHeld, setIsHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => onDismiss(id), duration);
    return () => clearTimeout(timer);
  }, [id, duration, isHeld, onDismiss]);
  const hold = () => setIsHeld(true);
  const release = () => setIsHeld(false);
  return (
    <div
      role="status"
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
      className="flex items-center gap-3 rounded-small border border-line bg-raised py-2 pr-2 pl-4 shadow-floating transition-[translate] starting:translate-y-2"
    >
      <span
        aria-hidden="true"
        className={classNames("size-2 shrink-0 rounded-full", classesOfTone(tone).dot)}
      />
      <p className="min-w-0 flex-1 text-14">{text}</p>
      {action && (
        <Button
          size="small"
          onClick={() => {
            onDismiss(id);
            action.onPress();
          }}
        >
          {action.label}
        </Button>
      )}
      <button
        type="button"
        aria-label="Dismiss"
        onClick={() => onDismiss(id)}
        className="grid size-8 shrink-0 place-items-center rounded-small text-muted hover:text-text pointer-coarse:size-11"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </div>
  );
}
