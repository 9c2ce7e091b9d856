import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ReactElement } from "react";

type TooltipProps = {
  label: string;
  side?: "top" | "right" | "bottom";
  /** The control it names, which carries the same words as its own label. */
  children: ReactElement<Record<string, unknown>>;
};

/** Shows the name of a control that is only an icon. It repeats, it never tells something new. */
export function Tooltip({ label, side = "top", children }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={8} className="z-50">
          {/* Hidden from screen readers, which read the control's own label. */}
          <Base.Popup
            aria-hidden="true"
            className="rounded-small border border-line bg-raised px-2.5 py-1.5 text-13 text-text shadow-floating"
          >
            {label}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
