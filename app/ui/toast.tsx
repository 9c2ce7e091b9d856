import { Toast as Base } from "@base-ui/react/toast";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { classesOfTone, type Tone } from "./tone.ts";

/** Milliseconds a toast stays unless told otherwise; it waits while the pointer or the focus is on it. */
const defaultDuration = 3000;

/** Shows a text for a while and has it read politely. */
export function useToast(): (text: string, options?: { duration?: number; tone?: Tone }) => void {
  const { add } = Base.useToastManager();
  return (text, { duration = defaultDuration, tone = "positive" } = {}) => {
    add({ title: text, timeout: duration, type: tone });
  };
}

export function Toasts({ children }: { children: ReactNode }) {
  return (
    <Base.Provider>
      {children}
      <Base.Portal>
        <Base.Viewport className="fixed right-4 bottom-20 left-4 z-50 flex flex-col gap-2 sm:bottom-6 sm:left-auto sm:w-96">
          <ToastList />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

// Not the library's "dialog": a toast asks nothing, and must not be taken for the dialog it may appear beside.
const asStatus = { role: "status", "aria-modal": undefined };

function ToastList() {
  const { toasts } = Base.useToastManager();
  return toasts.map((toast) => (
    <Base.Root
      key={toast.id}
      toast={toast}
      swipeDirection="right"
      {...asStatus}
      className="rounded-small border border-line bg-raised shadow-floating transition-[opacity,translate] data-ending-style:opacity-0 data-starting-style:translate-y-2 data-starting-style:opacity-0"
    >
      <Base.Content className="flex items-center gap-3 py-2 pr-2 pl-4">
        <span
          aria-hidden="true"
          className={classNames("size-2 shrink-0 rounded-full", classesOfTone(toast.type ?? "neutral").dot)}
        />
        <Base.Title render={<p />} className="min-w-0 flex-1 text-14" />
        <Base.Close
          aria-label="Dismiss"
          className="grid size-8 shrink-0 place-items-center rounded-small text-muted hover:text-text pointer-coarse:size-11"
        >
          <X aria-hidden="true" className="size-4" />
        </Base.Close>
      </Base.Content>
    </Base.Root>
  ));
}
