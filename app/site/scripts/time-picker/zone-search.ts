import { findTimeZones } from "#domain/dates/find-time-zones.ts";
import { formatTimeZoneOption } from "#domain/dates/time-zone.ts";
import { formatCount } from "#domain/text/pluralize.ts";

const MAX_RESULTS = 8;

type ZoneSearchOptions = { form: HTMLElement; onSelect: (zone: string) => void };

/**
 * Replaces the link to all time zones with a search field.
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 */
export function initZoneSearch({ form, onSelect }: ZoneSearchOptions): void {
  const link = form.querySelector<HTMLAnchorElement>('[data-all-zones][href*="zones=all"]');
  link?.setAttribute("role", "button");
  link?.setAttribute("aria-expanded", "false");
  link?.addEventListener("click", (event) => {
    event.preventDefault();
    const search = form.querySelector("[data-open-zone-search]");
    if (search) {
      search.remove();
      link.setAttribute("aria-expanded", "false");
    } else {
      openSearch(form, link, onSelect);
      link.setAttribute("aria-expanded", "true");
    }
  });
}

function openSearch(form: HTMLElement, link: HTMLElement, onSelect: (zone: string) => void): void {
  const template = form.querySelector<HTMLTemplateElement>("template[data-zone-search]");
  const search = template?.content.firstElementChild?.cloneNode(true);
  if (!(search instanceof HTMLElement)) {
    return;
  }
  search.dataset.openZoneSearch = "";
  form.append(search);
  const input = search.querySelector("input");
  const list = search.querySelector("ul");
  const status = search.querySelector("[data-zone-search-status]");
  if (!input || !list || !status) {
    return;
  }
  let zones: readonly string[] = [];
  let active = -1;

  function activate(index: number): void {
    active = index;
    for (const [position, option] of [...(list?.children ?? [])].entries()) {
      option.setAttribute("aria-selected", String(position === index));
    }
    const option = list?.children[index];
    option?.scrollIntoView({ block: "nearest" });
    if (option) {
      input?.setAttribute("aria-activedescendant", option.id);
    } else {
      input?.removeAttribute("aria-activedescendant");
    }
  }

  function show(found: readonly string[], text: string): void {
    zones = found;
    list?.replaceChildren(...found.map(createOption));
    input?.setAttribute("aria-expanded", String(found.length > 0));
    if (status) {
      status.textContent = text;
    }
    activate(-1);
  }

  function close(): void {
    search?.parentNode?.removeChild(search);
    link.setAttribute("aria-expanded", "false");
    link.focus();
  }

  function select(index: number): void {
    const zone = zones[index];
    if (zone) {
      close();
      onSelect(zone);
    }
  }

  input.addEventListener("input", () => {
    const found = findTimeZones(input.value, MAX_RESULTS);
    show(found, describeResults(input.value, found.length));
  });
  input.addEventListener("keydown", (event) => {
    const { key } = event;
    if (key === "ArrowDown" && zones.length > 0) {
      activate((active + 1) % zones.length);
    } else if (key === "ArrowUp" && zones.length > 0) {
      activate(active <= 0 ? zones.length - 1 : active - 1);
    } else if (key === "Enter") {
      // Enter must not submit the form.
      select(active === -1 && zones.length === 1 ? 0 : active);
    } else if (key === "Escape") {
      if (input.value === "") {
        close();
      } else {
        input.value = "";
        show([], "");
      }
    } else {
      return;
    }
    event.preventDefault();
  });
  // Keep the focus in the field.
  list.addEventListener("mousedown", (event) => event.preventDefault());
  list.addEventListener("click", ({ target }) => {
    const option = target instanceof Element ? target.closest("[role=option]") : null;
    select(option ? [...list.children].indexOf(option) : -1);
  });
  input.focus();
}

function createOption(zone: string, index: number): HTMLLIElement {
  const option = document.createElement("li");
  option.id = `zone-result-${index}`;
  option.role = "option";
  option.textContent = formatTimeZoneOption(zone, new Date());
  return option;
}

function describeResults(text: string, count: number): string {
  if (text.trim() === "") {
    return "";
  }
  return count === 0 ? "No time zones found. Try a larger city nearby." : `${formatCount(count, "result")}`;
}
