import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { searchEverywhere } from "#app/api/admin-search.ts";
import { classNames } from "#app/ui/class-names.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { SearchField } from "#app/ui/search-field.tsx";
import { counted } from "#domain/counted.ts";
import { type Place, placesFor } from "./places.ts";

/** Milliseconds without a key before the firm's own data is searched. */
const PAUSE = 200;

/** Leads to any page, client, project or invoice by a few letters: arrows choose, Enter goes. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const listId = useId();
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const [asked, setAsked] = useState("");
  const [at, setAt] = useState(0);
  const chosenOption = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  const search = useQuery(searchEverywhere(asked));
  const groups = placesFor(useDeferredValue(text), asked.trim() ? search.data : undefined);
  const places = groups.flatMap((group) => group.places);
  const chosen = places[Math.min(at, places.length - 1)];
  const chosenKey = chosen?.key;
  useEffect(() => {
    if (chosenKey) chosenOption.current?.scrollIntoView({ block: "nearest" });
  }, [chosenKey]);

  function go(place: Place) {
    onClose();
    void navigate(place.to);
  }

  function onKeyDown(event: KeyboardEvent) {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step && places.length > 0) {
      event.preventDefault();
      setAt((places.indexOf(chosen ?? (places[0] as Place)) + step + places.length) % places.length);
    }
    if (event.key === "Enter" && chosen) {
      event.preventDefault();
      go(chosen);
    }
  }

  return (
    <Dialog open onClose={onClose} title="Search and go">
      <SearchField
        label="Search pages, clients, projects and invoices"
        placeholder="Page, client, project or invoice"
        role="combobox"
        aria-expanded={places.length > 0}
        aria-controls={listId}
        aria-activedescendant={chosen ? `${listId}-${chosen.key}` : undefined}
        autoComplete="off"
        maxLength={100}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={listId} role="listbox" aria-label="Places" className="mt-3 min-h-40 pb-3">
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of options.
          <div key={group.name} role="group" aria-label={group.name}>
            <p aria-hidden="true" className="px-3 pt-3 pb-1 text-13 text-faint">
              {group.name}
            </p>
            {group.places.map((place) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys, as in every combobox.
              <div
                key={place.key}
                ref={place === chosen ? chosenOption : undefined}
                id={`${listId}-${place.key}`}
                role="option"
                tabIndex={-1}
                aria-selected={place === chosen}
                onClick={() => go(place)}
                onPointerMove={() => setAt(places.indexOf(place))}
                className={classNames(
                  "flex min-h-10 cursor-pointer items-center justify-between gap-4 rounded-small px-3 text-14",
                  place === chosen && "bg-raised",
                )}
              >
                <span className="min-w-0 truncate">{place.label}</span>
                {place.hint && <span className="min-w-0 truncate text-13 text-muted">{place.hint}</span>}
              </div>
            ))}
          </div>
        ))}
      </div>
      <p role="status" className="pb-3 text-13 text-muted">
        {statusWords(search, places.length)}
      </p>
    </Dialog>
  );
}

function statusWords(search: { isError: boolean; isFetching: boolean }, found: number): string {
  if (search.isError) return "Clients, projects and invoices could not be searched.";
  if (search.isFetching) return "Searching...";
  return found === 0 ? "Nothing found" : counted(found, "place");
}
