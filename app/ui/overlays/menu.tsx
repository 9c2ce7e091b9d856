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
import { classNames } from "../class-names.ts";
import { moveFocus } from "../roving-focus.ts";

export type MenuEntry = {
  label: string;
  icon?: ReactNode;
  /** Shown after the label. */
  badge?: ReactNode;
  tone?: "danger";
} & (
  | {
      /** An app path or an absolute URL. Absolute URLs open in a new tab. */
      to: string;
      isCurrent?: boolean;
    }
  | { onSelect: () => void }
);

type MenuProps = {
  /** Button with a label. */
  trigger: ReactElement<Record<string, unknown>>;
  /** Text above the entries. */
  heading?: string;
  entries: readonly MenuEntry[];
};

/** Space between the button and the list, and between the list and the window edges. */
const GAP_PX = 8;
/** Height of an entry or heading on touch screens, where entries are larger. */
const ENTRY_HEIGHT_PX = 44;
const LIST_PADDING_PX = 12;
const LIST_WIDTH_PX = 256;

const ENTRY_CLASSES =
  "flex min-h-10 w-full items-center gap-3 rounded-small px-3 text-left text-14 hover:bg-page focus-visible:bg-page focus-visible:-outline-offset-2 pointer-coarse:min-h-11";

/** Button that opens a list of links and actions. */
export function Menu({ trigger, heading, entries }: MenuProps) {
  const [position, setPosition] = useState<CSSProperties | null>(null);
  const container = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const isOpen = position !== null;
  const height = (entries.length + (heading ? 1 : 0)) * ENTRY_HEIGHT_PX + LIST_PADDING_PX;

  useEffect(() => {
    if (!isOpen) {
      return;
    }
    list.current?.querySelector<HTMLElement>("[role=menuitem]")?.focus();
    const closeOnOutsidePress = (event: Event) => {
      if (event.target instanceof Node && !container.current?.contains(event.target)) {
        setPosition(null);
      }
    };
    // Reposition instead of closing, because browser toolbars on phones resize the window often.
    const reposition = () => setPosition(positionList(container.current, height));
    document.addEventListener("pointerdown", closeOnOutsidePress);
    window.addEventListener("resize", reposition);
    // Captured, because a table around the button can scroll, too.
    window.addEventListener("scroll", reposition, { capture: true, passive: true });
    return () => {
      document.removeEventListener("pointerdown", closeOnOutsidePress);
      window.removeEventListener("resize", reposition);
      window.removeEventListener("scroll", reposition, { capture: true });
    };
  }, [isOpen, height]);

  function focusTrigger() {
    container.current?.querySelector("button")?.focus();
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.key === "Tab") {
      setPosition(null);
    }
    if (event.key === "Escape") {
      event.stopPropagation();
      setPosition(null);
      focusTrigger();
    }
    moveFocus(event, "[role=menuitem]", "vertical");
  }

  return (
    // Rendered next to the button instead of in a portal, because content outside landmarks is hard to find
    // with a screen reader.
    <div ref={container}>
      {cloneElement(trigger, {
        "aria-haspopup": "menu",
        "aria-expanded": isOpen,
        "aria-controls": isOpen ? id : undefined,
        onClick: () => setPosition(isOpen ? null : positionList(container.current, height)),
      })}
      {isOpen && (
        <div
          className="fixed z-50 w-64 max-w-[calc(100vw-1rem)] rounded-medium border border-line bg-raised p-1.5 shadow-floating"
          style={position}
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
              <MenuItem
                key={entry.label}
                entry={entry}
                onSelect={() => {
                  setPosition(null);
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

function MenuItem({ entry, onSelect }: { entry: MenuEntry; onSelect: () => void }) {
  const content = (
    <>
      {entry.icon}
      {entry.label}
      {entry.badge}
    </>
  );
  if ("to" in entry && /^https?:/.test(entry.to)) {
    return (
      <a
        role="menuitem"
        tabIndex={-1}
        href={entry.to}
        target="_blank"
        rel="noopener noreferrer"
        onClick={onSelect}
        className={ENTRY_CLASSES}
      >
        {content}
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    );
  }
  if ("to" in entry) {
    return (
      <Link
        role="menuitem"
        tabIndex={-1}
        to={entry.to}
        aria-current={entry.isCurrent ? "page" : undefined}
        onClick={onSelect}
        className={classNames(ENTRY_CLASSES, entry.isCurrent && "font-medium text-accent")}
      >
        {content}
      </Link>
    );
  }
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      onClick={() => {
        onSelect();
        entry.onSelect();
      }}
      className={classNames(ENTRY_CLASSES, entry.tone && "text-negative")}
    >
      {content}
    </button>
  );
}

/**
 * Positions the list below the button, or above it without space below, aligned with the button's edge nearer to the
 * window edge.
 */
function positionList(container: HTMLElement | null, height: number): CSSProperties {
  const button = container?.getBoundingClientRect();
  if (!button) {
    return {};
  }
  const hasSpaceBelow = button.bottom + GAP_PX + height <= window.innerHeight || button.top < height;
  const vertical = hasSpaceBelow
    ? { top: button.bottom + GAP_PX }
    : { bottom: window.innerHeight - button.top + GAP_PX };
  const maxLeft = document.documentElement.clientWidth - LIST_WIDTH_PX - GAP_PX;
  const isInRightHalf = button.left + button.width / 2 > window.innerWidth / 2;
  const left = isInRightHalf ? button.right - LIST_WIDTH_PX : button.left;
  return { ...vertical, left: Math.max(GAP_PX, Math.min(left, maxLeft)) };
}
