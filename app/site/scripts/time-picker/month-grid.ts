import { addDays, type CalendarDate } from "#domain/dates/calendar-date.ts";
import {
  addMonths,
  formatMonth,
  formatMonths,
  getCalendarMonth,
  getWeekday,
  listCalendarWeeks,
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
  /** The day of the booking that is rescheduled. */
  booked: CalendarDate | null;
  countTimes: (date: CalendarDate) => number;
};

type MonthGrid = {
  render: () => void;
  /** Changes the date that Tab reaches, and the month to one that shows it, without moving the focus. */
  setFocusable: (date: CalendarDate) => void;
};

type MonthGridOptions = {
  calendar: HTMLElement;
  getState: () => MonthGridState;
  onSelect: (date: CalendarDate) => void;
  /** Called with the dates of another month before it is rendered. */
  onMonthChange: (dates: readonly CalendarDate[]) => void;
};

/**
 * A month as a grid with one tab stop. The current month starts at the current week.
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/grid/
 */
export function createMonthGrid({
  calendar,
  getState,
  onSelect,
  onMonthChange,
}: MonthGridOptions): MonthGrid {
  const title = calendar.querySelector("[data-month-title]");
  const body = calendar.querySelector<HTMLElement>("[data-weeks]");
  // Announce only changes of the month.
  const announceMonths = () => title?.setAttribute("aria-live", "polite");
  const monthButtons = [...calendar.querySelectorAll<HTMLElement>("[data-months]")];
  let focusable = getState().first;
  let month = startOfMonth(focusable);

  const listWeeks = () => listCalendarWeeks(month, getState().today);
  /** Changes the month only if it does not contain the date. */
  const setFocusable = (date: CalendarDate) => {
    focusable = clamp(date);
    if (!listWeeks().flat().includes(focusable)) {
      month = getCalendarMonth(focusable, getState().today);
    }
  };
  const clamp = (date: CalendarDate): CalendarDate => {
    const { first, last } = getState();
    return date < first ? first : date > last ? last : date;
  };

  function render(): void {
    const state = getState();
    const weeks = listWeeks();
    const monthTitle = formatMonths(weeks);
    // Replacing the same text would announce it again.
    if (title && title.textContent !== monthTitle) {
      title.textContent = monthTitle;
    }
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
      const target = addMonths(month, Number(button.dataset.months));
      const isNext = target > month;
      button.setAttribute("aria-label", `${isNext ? "Next" : "Previous"} month, ${formatMonth(target)}`);
      const isOutside = isNext ? target > state.last : month <= state.first;
      button.setAttribute("aria-disabled", String(isOutside));
    }
  }

  const listDates = () => listWeeks().flatMap((week) => week.filter((date) => date !== null));

  function focusDate(date: CalendarDate): void {
    announceMonths();
    const previousMonth = month;
    setFocusable(date);
    if (month !== previousMonth) {
      onMonthChange(listDates());
    }
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
    const day = listWeeks()
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
        month = addMonths(month, Number(button.dataset.months));
        focusable = clamp(month);
        onMonthChange(listDates());
        render();
      }
    });
  }
  return {
    render,
    setFocusable,
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
  const isBooked = date === state.booked;
  button.dataset.booked = String(isBooked);
  button.setAttribute(
    "aria-label",
    `${formatFullDate(date)}, ${times}${isBooked ? ", your current time" : ""}${isSelected ? ", selected" : ""}`,
  );
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
