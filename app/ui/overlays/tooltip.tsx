import { type ReactElement, type SyntheticEvent, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { classNames } from "../class-names.ts";

type Side = "top" | "right" | "bottom";

type TooltipProps = {
  /** Without a label, no tooltip is shown. The control stays mounted if the label appears or disappears. */
  label: string | false | undefined;
  side?: Side;
  /** The control, whose accessible name must give the same information. */
  children: ReactElement<Record<string, unknown>>;
};

/** How long the pointer must hover before the tooltip appears. */
const HOVER_DELAY_MS = 300;
const GAP_PX = 8;

const SHIFT_CLASSES = {
  top: "-translate-x-1/2 -translate-y-full",
  right: "-translate-y-1/2",
  bottom: "-translate-x-1/2",
} satisfies Record<Side, string>;

/** Shows the label of an icon-only control, or explains the number that a control shows. */
export function Tooltip({ label, side = "top", children }: TooltipProps) {
  const [position, setPosition] = useState<{ left: number; top: number } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function show(event: SyntheticEvent<HTMLElement>, delay: number) {
    const control = event.currentTarget.firstElementChild;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (control?.isConnected) {
        setPosition(positionBeside(control.getBoundingClientRect(), side));
      }
    }, delay);
  }

  function hide() {
    clearTimeout(timer.current);
    setPosition(null);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it observes events of the control inside.
    <span
      className="contents"
      onPointerOver={(event) =>
        label && event.pointerType === "mouse" && !position && show(event, HOVER_DELAY_MS)
      }
      onPointerOut={hide}
      onPointerDown={hide}
      onFocus={(event) => label && event.target.matches(":focus-visible") && show(event, 0)}
      onBlur={hide}
      onKeyDown={(event) => event.key === "Escape" && hide()}
    >
      {children}
      {label &&
        position &&
        createPortal(
          // Hidden from screen readers, which read the control's label instead.
          <span
            aria-hidden="true"
            style={position}
            className={classNames(
              "pointer-events-none fixed z-50 whitespace-nowrap rounded-small border border-line bg-raised px-2.5 py-1.5 text-13 text-text shadow-floating",
              SHIFT_CLASSES[side],
            )}
          >
            {label}
          </span>,
          document.body,
        )}
    </span>
  );
}

function positionBeside(control: DOMRect, side: Side): { left: number; top: number } {
  const centerX = control.left + control.width / 2;
  switch (side) {
    case "top":
      return { left: centerX, top: control.top - GAP_PX };
    case "right":
      return { left: control.right + GAP_PX, top: control.top + control.height / 2 };
    case "bottom":
      return { left: centerX, top: control.bottom + GAP_PX };
  }
}
