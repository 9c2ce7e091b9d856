import { placeholder } from "../placeholder.ts";
import { BookedLegend, MonthCalendar, MonthCalendarTemplates } from "./month-calendar.tsx";
import { TimeListFragments } from "./time-list.tsx";
import { ZoneForm, ZoneFragments } from "./zone-form.tsx";

/**
 * Free times as a calendar and as a list. The server fills in the list of one week, which works without scripts. The calendar
 * needs scripts (scripts/time-picker/time-picker.ts).
 */
export function TimePicker({ className }: { className?: string }) {
  return (
    <section
      data-time-picker=""
      data-times={placeholder("times")}
      data-zone={placeholder("zone")}
      data-firm-zone={placeholder("firmZone")}
      data-booked={placeholder("booked")}
      data-time-page={placeholder("timePage")}
      aria-labelledby="times-title"
      className={className}
    >
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="times-title" className="text-22">
          Choose a time
        </h2>
        {placeholder("viewLinks")}
      </div>
      <ZoneForm />
      <div className="mt-5 sm:mt-8">
        {placeholder("calendar")}
        {placeholder("list")}
      </div>
      <p data-announcement="" role="status" className="sr-only" />
      <template data-fragment="calendarViewLinks">
        <ViewLinks current="calendar" />
      </template>
      <template data-fragment="listViewLinks">
        <ViewLinks current="list" />
      </template>
      <template data-fragment="calendar">
        <MonthCalendar />
      </template>
      <template data-fragment="bookedLegend">
        <BookedLegend />
      </template>
      <template data-fragment="reservedTime">
        <li aria-hidden="true" />
      </template>
      <template data-fragment="list">
        <div data-time-list="">{placeholder("content")}</div>
      </template>
      <template data-fragment="withoutScript">
        <div className="without-script">{placeholder("content")}</div>
      </template>
      <ZoneFragments />
      <TimeListFragments dayHeading="h4" />
      <MonthCalendarTemplates />
    </section>
  );
}

/** Without scripts, there is only the list. */
function ViewLinks({ current }: { current: "calendar" | "list" }) {
  const views = [
    { view: "calendar", label: "Calendar", link: placeholder("calendarLink") },
    { view: "list", label: "List", link: placeholder("listLink") },
  ];
  return (
    <nav aria-label="View" className="needs-script flex rounded-medium border border-line p-1">
      {views.map(({ view, label, link }) => (
        <a
          key={view}
          data-view-link=""
          href={link}
          aria-current={view === current ? "true" : undefined}
          className="inline-flex min-h-9 items-center rounded-small px-3 text-14 text-muted transition-colors hover:text-text aria-[current=true]:bg-raised aria-[current=true]:text-text pointer-coarse:min-h-11"
        >
          {label}
        </a>
      ))}
    </nav>
  );
}
