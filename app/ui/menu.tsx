import { Menu as Base } from "@base-ui/react/menu";
import { type ReactElement, type ReactNode, useState } from "react";
import { Link } from "react-router";

export type MenuEntry = { label: string; icon?: ReactNode } & ({ to: string } | { onSelect: () => void });

/** A button that opens a list of places and acts. */
export function Menu({
  trigger,
  entries,
}: {
  /** The button, with its label. */
  trigger: ReactElement<Record<string, unknown>>;
  entries: readonly MenuEntry[];
}) {
  const look =
    "flex min-h-10 w-full items-center gap-3 rounded-small px-3 text-left text-14 data-highlighted:bg-page pointer-coarse:min-h-11";
  // Drawn beside its button: content outside all landmarks is hard to find for who jumps between them.
  const [place, setPlace] = useState<HTMLElement | null>(null);
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <div ref={setPlace} />
      <Base.Portal container={place}>
        <Base.Positioner sideOffset={8} align="end" className="z-50">
          <Base.Popup className="min-w-48 rounded-medium border border-line bg-raised p-1.5 shadow-floating">
            {entries.map((entry) => (
              <Base.Item
                key={entry.label}
                className={look}
                render={"to" in entry ? <Link to={entry.to} /> : undefined}
                onClick={"onSelect" in entry ? entry.onSelect : undefined}
              >
                {entry.icon}
                {entry.label}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
