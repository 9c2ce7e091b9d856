import {
  type CSSProperties,
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { Link } from "react-router";
import { moveFocus } from "./roving-focus.ts";

export type MenuEntry = { label: string; icon?: ReactNode } & ({ to: string } | { onSelect: () => void });

type MenuProps = {
  /** The button, with its label. */
  trigger: ReactElement<Record<string, unknown>>;
  /** Above the entries: whose menu it is. */
  heading?: string;
  entries: readonly MenuEntry[];
};

/** Pixels between button and list, and between the list and the window's edges. */
const GAP = 8;

const entryLook =
  "flex min-h-10 w-full items-center gap-3 rounded-small px-3 text-left text-14 hover:bg-page focus-visible:bg-page focus-visible:-outline-offset-2 pointer-coarse:min-h-11";

/** A button that opens a list of places and acts. */
export function Menu({ trigger, heading, entries }: MenuProps) {
  const [place, setPlace] = useState<CSSProperties | null>(null);
  const around = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const isOpen = place !== null;

  useEffect(() => {
    if (!isOpen) return;
    list.current?.querySelector<HTMLElement>("[role=menuitem]")?.focus();
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && !around.current?.contains(event.target)) setPlace(null);
    };
    // Follows its button: closing would throw the focus away, and a phone's bars resize the window often.
    const follow = () => setPlace(placeBelow(around.current));
    document.addEventListener("pointerdown", closeOutside);
    window.addEventListener("resize", follow);
    return () => {
      document.removeEventListener("pointerdown", closeOutside);
      window.removeEventListener("resize", follow);
    };
  }, [isOpen]);

  function focusTrigger() {
    around.current?.querySelector("button")?.focus();
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.key === "Tab") setPlace(null);
    if (event.key === "Escape") {
      event.stopPropagation();
      setPlace(null);
      focusTrigger();
    }
    moveFocus(event, "[role=menuitem]", "vertical");
  }

  return (
    // Beside its button: content outside all landmarks is hard to find for who jumps between them.
    <div ref={around}>
      {cloneElement(trigger, {
        "aria-haspopup": "menu",
        "aria-expanded": isOpen,
        "aria-controls": isOpen ? id : undefined,
        onClick: () => setPlace(isOpen ? null : placeBelow(around.current)),
      })}
      {isOpen && (
        <div
          className="fixed z-50 w-64 max-w-[calc(100vw-1rem)] rounded-medium border border-line bg-raised p-1.5 shadow-floating"
          style={place}
        >
          {heading && (
            <p
              id={`${id}-heading`}
              className="mb-1 truncate border-line border-b px-3 pt-1 pb-2.5 text-13 text-muted"
            >
              {heading}
            </p>
          )}
          <div
            ref={list}
            id={id}
            role="menu"
            tabIndex={-1}
            aria-labelledby={heading ? `${id}-heading` : undefined}
            aria-label={heading ? undefined : "Menu"}
            onKeyDown={onKeyDown}
          >
            {entries.map((entry) => (
              <Entry
                key={entry.label}
                entry={entry}
                onChosen={() => {
                  setPlace(null);
                  focusTrigger();
                }}
              />
            ))}
          </div>
        </div>
      )}
    </div>
  );
}

function Entry({ entry, onChosen }: { entry: MenuEntry; onChosen: () => void }) {
  const content = (
    <>
      {entry.icon}
      {entry.label}
    </>
  );
  if ("to" in entry)
    return (
      <Link role="menuitem" tabIndex={-1} to={entry.to} onClick={onChosen} className={entryLook}>
        {content}
      </Link>
    );
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      onClick={() => {
        onChosen();
        entry.onSelect();
      }}
      className={entryLook}
    >
      {content}
    </button>
  );
}

/** Under the button, on the side of the window it stands on. */
function placeBelow(around: HTMLElement | null): CSSProperties {
  const button = around?.getBoundingClientRect();
  if (!button) return {};
  const top = button.bottom + GAP;
  const isRight = button.left + button.width / 2 > window.innerWidth / 2;
  return isRight
    ? { top, right: Math.max(GAP, document.documentElement.clientWidth - button.right) }
    : { top, left: Math.max(GAP, button.left) };
}
