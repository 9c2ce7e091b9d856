import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { globalSearchQuery } from "#app/api/admin/search.ts";
import { classNames } from "#app/ui/class-names.ts";
import { SearchField } from "#app/ui/forms/search-field.tsx";
import { Dialog } from "#app/ui/overlays/dialog.tsx";
import { formatCount } from "#domain/text/pluralize.ts";
import type { PaletteAction } from "./actions.ts";
import { type Destination, findDestinations } from "./destinations.ts";
import { listRecentPlaces } from "./recent-places.ts";

const DEBOUNCE_MS = 200;
const MAX_TEXT_LENGTH = 100;

type CommandPaletteProps = {
  onClose: () => void;
  onAction: (action: PaletteAction) => void;
  /** Returns what was typed before the field had the focus, since the last call. */
  takeTypedText: () => string;
};

/** Dialog for running actions and finding pages and records. Arrow keys select a result; Enter opens it. */
export default function CommandPalette({ onClose, onAction, takeTypedText }: CommandPaletteProps) {
  const listId = useId();
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const [searchText, setSearchText] = useState("");
  const [selectedIndex, setSelectedIndex] = useState(0);
  const selectedOption = useRef<HTMLDivElement>(null);
  const { pathname } = useLocation();
  const [recentPlaces] = useState(() => listRecentPlaces().filter(({ to }) => to !== pathname));
  useTypedText(text, { takeTypedText, onChange: setText });
  useEffect(() => {
    const timer = setTimeout(() => setSearchText(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const search = useQuery(globalSearchQuery(searchText));
  const groups = findDestinations(text, searchText.trim() ? search.data : undefined, recentPlaces);
  const destinations = groups.flatMap((group) => group.destinations);
  const selected = destinations[Math.min(selectedIndex, destinations.length - 1)];
  const selectedKey = selected?.key;
  useEffect(() => {
    if (selectedKey) {
      selectedOption.current?.scrollIntoView({ block: "nearest" });
    }
  }, [selectedKey]);

  function open(destination: Destination) {
    onClose();
    if ("to" in destination) {
      void navigate(destination.to);
    } else {
      onAction(destination.action);
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step && destinations.length > 0) {
      event.preventDefault();
      const index = selected ? destinations.indexOf(selected) : 0;
      setSelectedIndex((index + step + destinations.length) % destinations.length);
    }
    if (event.key === "Enter" && selected) {
      event.preventDefault();
      open(selected);
    }
  }

  return (
    <Dialog open onClose={onClose} title="Search or jump to..." position="top">
      <SearchField
        // The dialog has its own close button.
        className="[&_input::-webkit-search-cancel-button]:hidden"
        label="Search actions, pages and records"
        placeholder="Page, client or action"
        role="combobox"
        aria-expanded={destinations.length > 0}
        aria-controls={listId}
        aria-activedescendant={selected ? `${listId}-${selected.key}` : undefined}
        autoComplete="off"
        maxLength={MAX_TEXT_LENGTH}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setSelectedIndex(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={listId} role="listbox" aria-label="Results" className="mt-3 min-h-40 pb-3">
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset can't group options.
          <div key={group.name} role="group" aria-label={group.name}>
            <p aria-hidden="true" className="px-3 pt-3 pb-1 text-13 text-faint">
              {group.name}
            </p>
            {group.destinations.map((destination) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles the keyboard.
              <div
                key={destination.key}
                ref={destination === selected ? selectedOption : undefined}
                id={`${listId}-${destination.key}`}
                role="option"
                tabIndex={-1}
                aria-selected={destination === selected}
                onClick={() => open(destination)}
                onPointerMove={() => setSelectedIndex(destinations.indexOf(destination))}
                className={classNames(
                  "grid min-h-10 cursor-pointer content-center items-baseline gap-x-4 rounded-small px-3 text-14",
                  destination.invoice
                    ? "tabular grid-cols-[minmax(0,1fr)_auto] py-1.5"
                    : "py-1.5 sm:grid-cols-[fit-content(70%)_minmax(0,1fr)]",
                  destination === selected && "bg-raised",
                )}
              >
                {destination.invoice ? (
                  <InvoiceResult {...destination} invoice={destination.invoice} />
                ) : (
                  <>
                    <span className="truncate">{destination.label}</span>
                    <span className="truncate text-13 text-muted empty:hidden sm:text-right">
                      {destination.hint}
                    </span>
                  </>
                )}
              </div>
            ))}
          </div>
        ))}
      </div>
      <p role="status" className="pb-3 text-13 text-muted">
        {searchStatus(search, destinations.length)}
      </p>
    </Dialog>
  );
}

/** Adds what was typed before the field had the focus. Repeats until there is no more, because the user may still be typing. */
function useTypedText(
  text: string,
  {
    takeTypedText,
    onChange,
  }: Pick<CommandPaletteProps, "takeTypedText"> & { onChange: (text: string) => void },
): void {
  const handlers = useRef({ takeTypedText, onChange });
  handlers.current = { takeTypedText, onChange };
  // Runs after the effect of the dialog that moves the focus to the field.
  useEffect(() => {
    const typed = handlers.current.takeTypedText();
    if (typed !== "") {
      handlers.current.onChange(`${text}${typed}`.slice(0, MAX_TEXT_LENGTH));
    }
  }, [text]);
}

/** The number and the amount are complete at every width. The client and the description are shortened. */
function InvoiceResult({
  label,
  hint,
  invoice: { amount, status },
}: Pick<Destination, "label" | "hint"> & { invoice: NonNullable<Destination["invoice"]> }) {
  return (
    <>
      <span className="wrap-anywhere">{label}</span>
      <span className="text-right">{amount}</span>
      <span className="truncate text-13 text-muted">{hint}</span>
      <span className="text-right text-13 text-muted">{status}</span>
    </>
  );
}

function searchStatus(search: { isError: boolean; isFetching: boolean }, found: number): string {
  if (search.isError) {
    return "We couldn't search. Check your connection and try again.";
  }
  if (search.isFetching) {
    return "Searching...";
  }
  return found === 0 ? "No results found" : formatCount(found, "result");
}
