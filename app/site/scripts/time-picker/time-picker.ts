import { addDays, type CalendarDate, dateInTimeZone, isTimeZone } from "#domain/dates/calendar-date.ts";
import type { Instant } from "#domain/dates/instant.ts";
import { formatTimeZone, formatTimeZoneOption } from "#domain/dates/time-zone.ts";
import { type FreeDay, findInitialDay, groupByDate } from "#domain/scheduling/free-days.ts";
import { addMonths, startOfMonth } from "#domain/scheduling/month.ts";
import { formatTimeLabel, formatWeekday } from "#domain/scheduling/time-labels.ts";
import { formatTimeParameter, parseTimeParameter } from "#domain/scheduling/time-parameter.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import { createMonthGrid } from "./month-grid.ts";
import { initZoneSearch } from "./zone-search.ts";

/** Shows the free times as a calendar in the visitor's time zone. The server renders the list of a week. */
export function startTimePicker(picker: HTMLElement): void {
  const form = picker.querySelector<HTMLElement>("[data-zone-form]");
  const select = form?.querySelector("select");
  const calendar = picker.querySelector<HTMLElement>("[data-calendar]");
  const zone = getInitialZone(picker.dataset.zone ?? "UTC");
  if (!form || !select) {
    return;
  }
  offerDeviceZone(select);
  initZoneSearch({ form, onSelect: (found) => chooseZone(select, found) });
  if (!calendar) {
    startList({ picker, select, zone });
    return;
  }
  startCalendar({ picker, calendar, select, zone });
}

/** The zone in the URL, which the visitor chose, or else the device's zone. */
function getInitialZone(shownZone: string): string {
  if (new URLSearchParams(window.location.search).has("zone")) {
    return shownZone;
  }
  return getDeviceZone() ?? shownZone;
}

function getDeviceZone(): string | null {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return isTimeZone(timeZone) ? timeZone : null;
}

/** Adds the device's zone as the first option. */
function offerDeviceZone(select: HTMLSelectElement): void {
  const zone = getDeviceZone();
  if (!zone) {
    return;
  }
  const shownZone = select.value;
  const group = document.createElement("optgroup");
  group.label = "Your device's time zone";
  group.append(new Option(formatTimeZoneOption(zone, new Date()), zone));
  select.prepend(group);
  // The server's option is redundant if the device's zone or a region has it, too.
  const shown = select.querySelector<HTMLOptionElement>(":scope > option");
  if (shown && [...select.options].filter(({ value }) => value === shown.value).length > 1) {
    shown.remove();
  }
  select.value = shownZone;
}

type PickerParts = { picker: HTMLElement; select: HTMLSelectElement; zone: string };

/** Replaces the list when the visitor chooses another zone. The focus stays in the select. */
function startList({ picker, select, zone }: PickerParts): void {
  if (zone !== (picker.dataset.zone ?? zone)) {
    window.location.replace(withZone(window.location.href, zone));
    return;
  }
  select.addEventListener("change", async () => {
    const chosen = select.value;
    const url = withZone(window.location.href, chosen);
    const page = await fetchPage(url);
    if (select.value !== chosen) {
      // The visitor has chosen another zone since.
      return;
    }
    const list = page?.querySelector("[data-time-list]");
    if (!page || !list) {
      window.location.assign(url);
      return;
    }
    picker.querySelector("[data-time-list]")?.replaceWith(list);
    for (const name of ["data-view-link", "data-all-zones"]) {
      const links = picker.querySelectorAll<HTMLAnchorElement>(`[${name}]`);
      for (const link of links) {
        link.href = withZone(link.href, chosen);
      }
    }
    window.history.replaceState(null, "", url);
    announceZone(picker, chosen);
  });
}

/** Uses XMLHttpRequest, because the content security policy blocks DOMParser (`require-trusted-types-for`). */
function fetchPage(url: string): Promise<Document | null> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("GET", url);
    request.responseType = "document";
    request.addEventListener("loadend", () => resolve(request.responseXML));
    request.send();
  });
}

function startCalendar({
  picker,
  calendar,
  select,
  zone: initialZone,
}: PickerParts & { calendar: HTMLElement }): void {
  const times = readTimes(picker.dataset.times);
  const firmZone = picker.dataset.firmZone ?? "UTC";
  const [booked] = readTimes(picker.dataset.booked);
  let zone = initialZone;
  let days: readonly FreeDay[] = [];
  let selected: FreeDay | null = null;

  const findDay = (date: CalendarDate) => days.find((day) => day.date === date) ?? null;
  const today = () => dateInTimeZone(new Date(), zone);
  const getBookedDate = () => (booked ? dateInTimeZone(new Date(booked), zone) : null);
  const announce = (text: string) => setText(picker, "[data-announcement]", text);
  const grid = createMonthGrid({
    calendar,
    getState: () => ({
      first: today(),
      last: addDays(addMonths(startOfMonth(days.at(-1)?.date ?? today()), 1), -1),
      today: today(),
      selected: selected?.date ?? null,
      booked: getBookedDate(),
      countTimes: (date) => findDay(date)?.times.length ?? 0,
    }),
    onSelect(date) {
      const day = findDay(date);
      if (!day) {
        announce(`No times available on ${formatWeekday(date)}`);
        return;
      }
      selected = day;
      renderTimes();
      announce(`${formatCount(day.times.length, "available time")} on ${formatWeekday(date)}`);
      calendar.querySelector("[data-day-times]")?.parentElement?.scrollIntoView({ block: "nearest" });
    },
    // The times below must belong to a day that is visible.
    onMonthChange(dates) {
      if (!selected || !dates.includes(selected.date)) {
        selected = days.find(({ date }) => dates.includes(date)) ?? null;
        renderTimes();
      }
    },
  });

  function renderTimes(): void {
    setText(calendar, "[data-day-title]", selected ? formatWeekday(selected.date) : "No times available");
    calendar
      .querySelector("[data-day-times]")
      ?.replaceChildren(
        ...(selected?.times ?? []).map((time) =>
          createTimeItem(time, { zone, firmZone, page: picker.dataset.timePage ?? "" }),
        ),
      );
  }

  /** Groups the times by the zone's dates. Keeps the day of the times that are shown. */
  function showZone(): void {
    const shownTime = selected?.times[0];
    days = groupByDate(times, zone);
    selected = shownTime
      ? findDay(dateInTimeZone(new Date(shownTime), zone))
      : findInitialDay(days, getBookedDate());
    grid.setFocusable(selected?.date ?? today());
    grid.render();
    renderTimes();
    for (const link of picker.querySelectorAll<HTMLAnchorElement>("[data-view-link]")) {
      link.href = withZone(link.href, zone);
    }
  }

  selectZone(select, zone);
  const list = calendar.querySelector("[data-day-times]");
  const reserved = [...(list?.children ?? [])];
  showZone();
  if (list) {
    keepReservedHeight(list, reserved);
  }
  select.addEventListener("change", () => {
    zone = select.value;
    showZone();
    window.history.replaceState(null, "", withZone(window.location.href, zone));
    announceZone(picker, zone);
  });
}

function announceZone(picker: HTMLElement, zone: string): void {
  setText(picker, "[data-announcement]", `Times are now in ${formatTimeZone(zone)}`);
}

/**
 * Keeps what follows a list in its place, or below the fold, if the first day has fewer times in the visitor's time zone than the
 * server reserved. The space disappears when the visitor chooses another day.
 */
function keepReservedHeight(list: Element, reserved: readonly Element[]): void {
  for (const item of reserved.slice(list.children.length)) {
    if (list.getBoundingClientRect().bottom > window.innerHeight) {
      return;
    }
    list.append(item);
  }
}

function readTimes(attribute: string | undefined): Instant[] {
  return (attribute ?? "").split(" ").flatMap((text) => parseTimeParameter(text) ?? []);
}

/** Chooses a zone in the select, and adds it if the select does not have it. */
function selectZone(select: HTMLSelectElement, zone: string): void {
  if (![...select.options].some(({ value }) => value === zone)) {
    select.prepend(new Option(formatTimeZoneOption(zone, new Date()), zone));
  }
  select.value = zone;
}

/** Like `selectZone`, as if the visitor had chosen it in the select. */
function chooseZone(select: HTMLSelectElement, zone: string): void {
  selectZone(select, zone);
  select.dispatchEvent(new Event("change"));
  select.focus();
}

function createTimeItem(
  time: Instant,
  { zone, firmZone, page }: { zone: string; firmZone: string; page: string },
): Node {
  const template = document.querySelector<HTMLTemplateElement>("template[data-time-item]");
  const item = document.importNode(template?.content ?? new DocumentFragment(), true);
  const { label, details, otherTime } = formatTimeLabel(time, zone, firmZone);
  const url = new URL(page, window.location.href);
  url.searchParams.set("start", formatTimeParameter(time));
  item.querySelector("a")?.setAttribute("href", withZone(url.href, zone));
  setText(item, "[data-label]", label);
  setText(item, "[data-details]", details);
  setText(item, "[data-other-time]", otherTime);
  return item;
}

function withZone(href: string, zone: string): string {
  const url = new URL(href);
  url.searchParams.set("zone", zone);
  return url.href;
}

function setText(parent: ParentNode, selector: string, text: string): void {
  const element = parent.querySelector(selector);
  if (element) {
    element.textContent = text;
  }
}
