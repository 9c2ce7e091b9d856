import {
  addDays,
  dateInTimeZone,
  formatDate,
  isTimeZone,
  parseCalendarDate,
} from "#domain/dates/calendar-date.ts";
import type { Instant } from "#domain/dates/instant.ts";
import {
  type FreeDay,
  type FreeWeek,
  findInitialDay,
  getWeek,
  groupByDate,
} from "#domain/scheduling/free-days.ts";
import { getCalendarMonth, listCalendarWeeks } from "#domain/scheduling/month.ts";
import { formatFullDate, formatTimeLabel, formatWeekday } from "#domain/scheduling/time-labels.ts";
import { formatTimeParameter } from "#domain/scheduling/time-parameter.ts";
import type { BookableTimes } from "#server/scheduling/free-times.ts";
import type { PickerQuery } from "#server/site/booking/picker-query.ts";
import { formatTimeList } from "#server/site/booking/time-list.ts";
import { renderZones } from "#server/site/booking/zone-select.ts";
import { buildLink } from "#server/site/build-link.ts";
import type { Html, PageTemplate, TemplateValues } from "#server/site/page-template.ts";

type PickerOptions = {
  offer: BookableTimes;
  query: PickerQuery;
  /** The path of the page itself. */
  page: string;
  /** The path of the page for a chosen time. */
  timePage: string;
  /** The start of the consultation that is rescheduled. */
  booked?: Instant;
  now: Date;
};

/** Returns the values of the placeholders in app/site/book/time-picker.tsx. */
export function renderTimePicker(template: PageTemplate, options: PickerOptions): TemplateValues {
  const { offer, query, page, timePage, booked, now } = options;
  const zone = parseZone(query.zone, offer.timeZone);
  const days = groupByDate(offer.times, zone);
  const hasTimes = days.length > 0;
  // Only the list shows how else to reach the firm if there are no times.
  const view = query.view === "list" || !hasTimes ? "list" : "calendar";
  const today = dateInTimeZone(now, zone);
  const week = getWeek(days, parseCalendarDate(query.from), today);
  const initialDay = findInitialDay(days, booked ? dateInTimeZone(new Date(booked), zone) : null);
  const list = hasTimes
    ? renderWeek(template, { week, zone, firmZone: offer.timeZone, page, timePage, view })
    : template.fragment("noTimes");
  const hideFromScripts = (content: Html) => template.fragment("withoutScript", { content });
  const links = {
    calendarLink: buildLink(page, { zone: query.zone }),
    listLink: buildLink(page, { view: "list", zone: query.zone, from: query.from }),
  };
  return {
    times: formatTimeList(offer.times),
    ...{ zone, view, page, timePage },
    firmZone: offer.timeZone,
    booked: booked ? formatTimeParameter(booked) : "",
    from: query.from && parseCalendarDate(query.from) ? query.from : "",
    ...renderZones(template, { zone, query, page, now }),
    viewLinks: hasTimes
      ? template.fragment(view === "list" ? "listViewLinks" : "calendarViewLinks", links)
      : "",
    zoneButton: hideFromScripts(template.fragment("zoneButton")),
    calendar:
      view === "list"
        ? ""
        : template.fragment("calendar", {
            weekCount: listCalendarWeeks(getCalendarMonth(initialDay?.date ?? today, today), today).length,
            legend: booked ? template.fragment("bookedLegend") : "",
            reservedTimes: (initialDay?.times ?? []).map(() => template.fragment("reservedTime")),
          }),
    list: view === "list" ? template.fragment("list", { content: list }) : hideFromScripts(list),
  };
}

/** Returns the visitor's time zone, or the firm's if it is missing or unknown. */
export function parseZone(zone: string | undefined, firmZone: string): string {
  return zone && isTimeZone(zone) ? zone : firmZone;
}

type WeekOptions = {
  week: FreeWeek;
  zone: string;
  firmZone: string;
  page: string;
  timePage: string;
  view: "list" | "calendar";
};

function renderWeek(template: PageTemplate, options: WeekOptions): Html {
  const { week, zone, page, view } = options;
  const linkTo = (from: string) => buildLink(page, { view: view === "list" ? view : undefined, from, zone });
  const describe = (first: FreeDay["date"]) => `, ${formatDate(first)} to ${formatDate(addDays(first, 6))}`;
  return template.fragment("week", {
    title: `${formatDate(week.first)} – ${formatDate(week.last)}`,
    days:
      week.days.length > 0
        ? renderDays(template, week.days, options)
        : renderEmptyWeek(template, week, linkTo),
    previous: week.previous
      ? template.fragment("previousWeek", { link: linkTo(week.previous), details: describe(week.previous) })
      : "",
    next: week.next
      ? template.fragment("nextWeek", { link: linkTo(week.next), details: describe(week.next) })
      : "",
  });
}

function renderEmptyWeek(template: PageTemplate, week: FreeWeek, linkTo: (from: string) => string): Html {
  if (!week.nearest) {
    return template.fragment("noTimes");
  }
  return template.fragment("emptyWeek", {
    hint: week.nearest.date > week.last ? "The next available day is" : "The last available day is",
    link: linkTo(week.nearest.date),
    date: formatFullDate(week.nearest.date),
  });
}

type DayOptions = { zone: string; firmZone: string; timePage: string };

/** Renders days with a link for each free time. */
export function renderDays(
  template: PageTemplate,
  days: readonly FreeDay[],
  { zone, firmZone, timePage }: DayOptions,
): Html[] {
  return days.map(({ date, times }) =>
    template.fragment("day", {
      title: formatWeekday(date),
      times: times.map((time) =>
        template.fragment("time", {
          link: buildLink(timePage, { start: formatTimeParameter(time), zone }),
          ...formatTimeLabel(time, zone, firmZone),
        }),
      ),
    }),
  );
}
