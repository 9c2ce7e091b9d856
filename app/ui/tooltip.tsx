import { type ReactElement, type SyntheticEvent, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { classNames } from "./class-names.ts";

type Side = "top" | "right" | "bottom";

type TooltipProps = {
  label: string;
  side?: Side;
  /** The control it names, which carries the same words as its own label. */
  children: ReactElement<Record<string, unknown>>;
};

/** Milliseconds the pointer rests on a control before its name is shown. */
const DELAY = 300;
/** Pixels between the control and its name. */
const GAP = 8;

const shifts = {
  top: "-translate-x-1/2 -translate-y-full",
  right: "-translate-y-1/2",
  bottom: "-translate-x-1/2",
} satisfies Record<Side, string>;

/** Shows the name of a control that is only an icon. It repeats, it never tells something new. */
export function Tooltip({ label, side = "top", children }: TooltipProps) {
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function show(event: SyntheticEvent<HTMLElement>, delay: number) {
    const control = event.currentTarget.firstElementChild;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (control?.isConnected) setPlace(placeBeside(control.getBoundingClientRect(), side));
    }, delay);
  }

  function hide() {
    clearTimeout(timer.current);
    setPlace(null);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens to what happens to the control inside.
    <span
      className="contents"
      onPointerOver={(event) => event.pointerType === "mouse" && !place && show(event, DELAY)}
      onPointerOut={hide}
      onPointerDown={hide}
      onFocus={(event) => event.target.matches(":focus-visible") && show(event, 0)}
      onBlur={hide}
      onKeyDown={(event) => event.key === "Escape" && hide()}
    >
      {children}
      {place &&
        createPortal(
          // Hidden from screen readers, which read the control's own label.
          <span
            aria-hidden="true"
            style={place}
            className={classNames(
              "pointer-events-none fixed z-50 whitespace-nowrap rounded-small border border-line bg-raised px-2.5 py-1.5 text-13 text-text shadow-floating",
              shifts[side],
            )}
          >
            {label}
          </span>,
          document.body,
        )}
    </span>
  );
}

function placeBeside(control: DOMRect, side: Side): { left: number; top: number } {
  const middle = control.left + control.width / 2;
  switch (side) {
    case "top":
      return { left: middle, top: control.top - GAP };
    case "right":
      return { left: control.right + GAP, top: control.top + control.height / 2 };
    case "bottom":
      return { left: middle, top: control.bottom + GAP };
  }
}
