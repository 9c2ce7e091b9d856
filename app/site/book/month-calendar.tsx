import { ChevronLeft, ChevronRight } from "#app/ui/icons.tsx";
import { placeholder } from "../placeholder.ts";
import { TimeItem } from "./time-list.tsx";

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** A month of days and the times of the chosen day. Filled in by scripts/time-picker/time-picker.ts. */
export function MonthCalendar() {
  return (
    <div
      data-calendar=""
      className="needs-script grid min-h-[27rem] content-start gap-x-10 gap-y-5 sm:gap-y-8 xl:grid-cols-[21rem_1fr]"
    >
      <div>
        <div className="flex items-center gap-1">
          <h3 id="calendar-month" data-month-title="" className="mr-auto text-18">
            Calendar
          </h3>
          <MonthButton months={-1} icon={ChevronLeft} />
          <MonthButton months={1} icon={ChevronRight} />
        </div>
        <p id="calendar-help" className="sr-only">
          Arrow keys move between days, Page Up and Page Down change the month, and Enter shows the times of a
          day.
        </p>
        {placeholder("legend")}
        {/* Reserves the height of the month, so that the page does not move when the script fills it in. */}
        <div
          data-month=""
          data-week-count={placeholder("weekCount")}
          className="min-h-[11.5rem] data-[week-count='4']:min-h-[14.5rem] data-[week-count='5']:min-h-[17.5rem] data-[week-count='6']:min-h-[20.5rem] xl:min-h-[20.5rem]"
        >
          <table
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the grid pattern of WAI-ARIA
            role="grid"
            aria-labelledby="calendar-month"
            aria-describedby="calendar-help"
            className="mt-3 w-full table-fixed border-separate border-spacing-1"
          >
            <thead>
              <tr>
                {WEEKDAYS.map((weekday) => (
                  <th key={weekday} scope="col" abbr={weekday} className="h-8 font-normal text-13 text-muted">
                    {weekday.slice(0, 2)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody data-weeks="" />
          </table>
        </div>
      </div>
      <section aria-labelledby="calendar-day">
        <h3 id="calendar-day" data-day-title="" className="flex min-h-11 items-center text-18">
          Times
        </h3>
        {/* Reserves the height of the first day's times, so that the details below don't move when the script adds them. */}
        <ul
          data-day-times=""
          className="mt-3 grid auto-rows-[minmax(3.5rem,auto)] grid-cols-[repeat(auto-fill,minmax(min(100%,10rem),1fr))] gap-2 [&>li]:grid"
        >
          {placeholder("reservedTimes")}
        </ul>
      </section>
    </div>
  );
}

/** Explains the mark of the day with the current booking. Screen readers get it with the day. */
export function BookedLegend() {
  return (
    <p aria-hidden="true" className="flex items-center gap-2 text-13 text-muted">
      <span className="size-1.5 rounded-full bg-accent" />
      Your current time
    </p>
  );
}

function MonthButton({ months, icon: Icon }: { months: 1 | -1; icon: typeof ChevronLeft }) {
  return (
    <button
      type="button"
      data-months={months}
      // The script adds the month.
      aria-label={months === 1 ? "Next month" : "Previous month"}
      className="grid size-11 place-items-center rounded-small text-muted transition-colors hover:bg-raised hover:text-text aria-disabled:cursor-not-allowed aria-disabled:opacity-40 aria-disabled:hover:bg-transparent"
    >
      <Icon aria-hidden="true" className="size-5" />
    </button>
  );
}

/** Markup that the script copies. */
export function MonthCalendarTemplates() {
  return (
    <>
      <template data-day-cell="">
        <td className="p-0">
          <button
            type="button"
            tabIndex={-1}
            className="group relative grid h-11 w-full place-items-center rounded-small border border-edge font-medium text-14 tabular transition-colors hover:border-accent hover:bg-raised aria-disabled:border-transparent aria-disabled:bg-transparent aria-disabled:font-normal aria-disabled:text-faint data-[selected=true]:border-accent data-[selected=true]:bg-accent data-[selected=true]:text-ink-on-accent data-[booked=true]:after:absolute data-[booked=true]:after:bottom-1 data-[booked=true]:after:size-1.5 data-[booked=true]:after:rounded-full data-[booked=true]:after:bg-accent data-[selected=true]:data-[booked=true]:after:bg-ink-on-accent"
          >
            <span
              data-day-number=""
              className="group-aria-[current=date]:underline group-aria-[current=date]:underline-offset-4"
            />
          </button>
        </td>
      </template>
      <template data-time-item="">
        <TimeItem />
      </template>
    </>
  );
}
