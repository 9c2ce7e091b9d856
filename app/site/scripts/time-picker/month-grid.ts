import { addDays, type CalendarDate } from "#domain/dates/calendar-date.ts";
import {
  addMonths,
  formatMonth,
  getWeekday,
  listMonthWeeks,
  startOfMonth,
} from "#domain/scheduling/month.ts";
import { formatFullDate } from "#domain/scheduling/time-labels.ts";
import { formatCount } from "#domain/text/pluralize.ts";

/** What the grid shows. Dates outside the range cannot be reached. */
type MonthGridState = {
  first: CalendarDate;
  last: CalendarDate;
  today: CalendarDate;
  selected: CalendarDate | null;
  countTimes: (date: CalendarDate) => number;
};

type MonthGrid = {
  /** Shows the month of the focusable date. */
  render: () => void;
  /** Changes the date that Tab reaches, without moving the focus. */
  setFocusable: (date: CalendarDate) => void;
};

type MonthGridOptions = {
  calendar: HTMLElement;
  getState: () => MonthGridState;
  onSelect: (date: CalendarDate) => void;
};

/**
 * A month as a grid with one tab stop.
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/grid/
 */
export function createMonthGrid({ calendar, getState, onSelect }: MonthGridOptions): MonthGrid {
  const title = calendar.querySelector("[data-month-title]");
  const body = calendar.querySelector<HTMLElement>("[data-weeks]");
  // Announce only changes of the month.
  const announceMonths = () => title?.setAttribute("aria-live", "polite");
  const monthButtons = [...calendar.querySelectorAll<HTMLElement>("[data-months]")];
  let focusable = getState().first;

  const clamp = (date: CalendarDate): CalendarDate => {
    const { first, last } = getState();
    return date < first ? first : date > last ? last : date;
  };

  function render(): void {
    const state = getState();
    const month = formatMonth(focusable);
    // Replacing the same text would announce it again.
    if (title && title.textContent !== month) {
      title.textContent = month;
    }
    const weeks = listMonthWeeks(focusable);
    body?.closest<HTMLElement>("[data-month]")?.setAttribute("data-week-count", String(weeks.length));
    body?.replaceChildren(
      ...weeks.map((week) => {
        const row = document.createElement("tr");
        row.append(
          ...week.map((date) =>
            date === null
              ? document.createElement("td")
              : createDayCell(date, { state, isFocusable: date === focusable }),
          ),
        );
        return row;
      }),
    );
    for (const button of monthButtons) {
      const target = addMonths(startOfMonth(focusable), Number(button.dataset.months));
      const isNext = target > focusable;
      button.setAttribute("aria-label", `${isNext ? "Next" : "Previous"} month, ${formatMonth(target)}`);
      const isOutside = isNext ? target > state.last : startOfMonth(focusable) <= state.first;
      button.setAttribute("aria-disabled", String(isOutside));
    }
  }

  function focusDate(date: CalendarDate): void {
    announceMonths();
    focusable = clamp(date);
    render();
    body?.querySelector<HTMLElement>(`[data-date="${focusable}"]`)?.focus();
  }

  body?.addEventListener("keydown", (event) => {
    const target = getKeyTarget(event, focusable);
    if (target) {
      event.preventDefault();
      focusDate(target);
    }
  });
  body?.addEventListener("click", (event) => {
    const date = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-date]") : null;
    const day = listMonthWeeks(focusable)
      .flat()
      .find((each) => each !== null && each === date?.dataset.date);
    if (day) {
      onSelect(day);
      focusDate(day);
    }
  });
  for (const button of monthButtons) {
    button.addEventListener("click", () => {
      if (button.getAttribute("aria-disabled") !== "true") {
        announceMonths();
        focusable = clamp(addMonths(startOfMonth(focusable), Number(button.dataset.months)));
        render();
      }
    });
  }
  return {
    render,
    setFocusable: (date) => {
      focusable = clamp(date);
    },
  };
}

function createDayCell(
  date: CalendarDate,
  { state, isFocusable }: { state: MonthGridState; isFocusable: boolean },
): Node {
  const template = document.querySelector<HTMLTemplateElement>("template[data-day-cell]");
  const cell = document.importNode(template?.content ?? new DocumentFragment(), true);
  const button = cell.querySelector("button");
  const number = cell.querySelector("[data-day-number]");
  if (!button || !number) {
    return cell;
  }
  const count = state.countTimes(date);
  const isSelected = date === state.selected;
  const times = count === 0 ? "no times available" : formatCount(count, "available time");
  button.dataset.date = date;
  button.dataset.selected = String(isSelected);
  button.tabIndex = isFocusable ? 0 : -1;
  button.setAttribute("aria-label", `${formatFullDate(date)}, ${times}${isSelected ? ", selected" : ""}`);
  if (count === 0) {
    button.setAttribute("aria-disabled", "true");
  }
  if (date === state.today) {
    button.setAttribute("aria-current", "date");
  }
  cell.querySelector("td")?.setAttribute("aria-selected", String(isSelected));
  number.textContent = String(Number(date.slice(8)));
  return cell;
}

/** Returns the date to focus after a key press, or null if the key does nothing. */
function getKeyTarget({ key, shiftKey }: KeyboardEvent, date: CalendarDate): CalendarDate | null {
  switch (key) {
    case "ArrowLeft":
      return addDays(date, -1);
    case "ArrowRight":
      return addDays(date, 1);
    case "ArrowUp":
      return addDays(date, -7);
    case "ArrowDown":
      return addDays(date, 7);
    case "Home":
      return addDays(date, -getWeekday(date));
    case "End":
      return addDays(date, 6 - getWeekday(date));
    case "PageUp":
      return addMonths(date, shiftKey ? -12 : -1);
    case "PageDown":
      return addMonths(date, shiftKey ? 12 : 1);
    default:
      return null;
  }
}
