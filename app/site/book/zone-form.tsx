import { Button } from "#app/ui/button.tsx";
import { CONTROL_CLASSES } from "#app/ui/forms/field.tsx";
import { ChevronDown } from "#app/ui/icons.tsx";
import { placeholder } from "../placeholder.ts";

const LINK_CLASSES =
  "inline-flex min-h-6 items-center rounded-small text-13 text-accent underline underline-offset-4 pointer-coarse:min-h-11";

/**
 * A select with common time zones. All others are on a linked page or, with JavaScript, in a search
 * (scripts/time-picker/zone-search.ts).
 */
export function ZoneForm() {
  return (
    <form data-zone-form="" method="get" action={placeholder("page")} className="mt-4">
      <input type="hidden" name="view" value={placeholder("view")} />
      <input type="hidden" name="from" value={placeholder("from")} />
      <label htmlFor="time-zone" className="mb-1.5 block font-medium text-14">
        Time zone
      </label>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="relative block w-full max-w-sm">
          <select
            id="time-zone"
            name="zone"
            defaultValue={placeholder("zone")}
            className={`${CONTROL_CLASSES} appearance-none pr-9`}
          >
            <option value={placeholder("zone")}>{placeholder("zoneOption")}</option>
            {placeholder("zoneGroups")}
          </select>
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted"
          />
        </span>
        {placeholder("zoneButton")}
        <a data-all-zones="" href={placeholder("zonesLink")} className={LINK_CLASSES}>
          {placeholder("zonesLabel")}
        </a>
      </div>
      <ZoneSearch />
    </form>
  );
}

/** An editable combobox that the script shows instead of following the link to all time zones. */
function ZoneSearch() {
  return (
    <template data-zone-search="">
      <div className="mt-3 max-w-sm">
        <label htmlFor="zone-search" className="mb-1.5 block font-medium text-14">
          City or time zone
        </label>
        <div className="relative">
          <input
            id="zone-search"
            type="text"
            role="combobox"
            aria-autocomplete="list"
            aria-expanded="false"
            aria-controls="zone-results"
            autoComplete="off"
            spellCheck={false}
            className={CONTROL_CLASSES}
          />
          <ul
            id="zone-results"
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the combobox pattern of WAI-ARIA
            role="listbox"
            aria-label="Time zones"
            className="absolute inset-x-0 top-full z-10 mt-1 max-h-72 overflow-y-auto rounded-small border border-edge bg-raised p-1 text-14 shadow-lg empty:hidden [&>li]:flex [&>li]:min-h-11 [&>li]:cursor-pointer [&>li]:items-center [&>li]:rounded-small [&>li]:px-3 [&>li]:py-1.5 [&>li[aria-selected=true]]:bg-surface [&>li[aria-selected=true]]:outline-2 [&>li[aria-selected=true]]:outline-accent [&>li[aria-selected=true]]:-outline-offset-2 [&>li:hover]:bg-surface"
          />
        </div>
        <p data-zone-search-status="" role="status" className="mt-1.5 min-h-5 text-13 text-muted" />
      </div>
    </template>
  );
}

/** The parts that the server repeats or omits. */
export function ZoneFragments() {
  return (
    <>
      <template data-fragment="zoneButton">
        <Button type="submit">Update times</Button>
      </template>
      <template data-fragment="zoneGroup">
        <optgroup label={placeholder("label")}>{placeholder("options")}</optgroup>
      </template>
      <template data-fragment="zoneOption">
        <option value={placeholder("zone")}>{placeholder("label")}</option>
      </template>
    </>
  );
}
