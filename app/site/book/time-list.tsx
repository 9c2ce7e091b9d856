import { ArrowLeft, ArrowRight } from "#app/ui/icons.tsx";
import { brand } from "#brand";
import { placeholder } from "../placeholder.ts";

const NAVIGATION_CLASSES =
  "inline-flex min-h-11 items-center gap-2 rounded-small border border-edge px-4 font-medium text-14 transition-colors hover:bg-raised";

/** The fragments for a week of free times. The server renders them, so the list needs no scripts. */
export function TimeListFragments({ dayHeading: DayHeading }: { dayHeading: "h3" | "h4" }) {
  return (
    <>
      <template data-fragment="week">
        <div>
          <h3 className="text-18">{placeholder("title")}</h3>
          {placeholder("days")}
          <nav aria-label="Weeks" className="mt-8 flex flex-wrap justify-between gap-3">
            {placeholder("previous")}
            {placeholder("next")}
          </nav>
        </div>
      </template>
      <template data-fragment="previousWeek">
        <a href={placeholder("link")} className={NAVIGATION_CLASSES}>
          <ArrowLeft aria-hidden="true" className="size-4" />
          Previous week<span className="sr-only">{placeholder("details")}</span>
        </a>
      </template>
      <template data-fragment="nextWeek">
        <a href={placeholder("link")} className={`${NAVIGATION_CLASSES} ml-auto`}>
          Next week<span className="sr-only">{placeholder("details")}</span>
          <ArrowRight aria-hidden="true" className="size-4" />
        </a>
      </template>
      <template data-fragment="day">
        <section className="mt-6 border-line border-t pt-5">
          <DayHeading className="font-medium text-16">{placeholder("title")}</DayHeading>
          <ul className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(min(100%,10rem),1fr))] gap-2">
            {placeholder("times")}
          </ul>
        </section>
      </template>
      <template data-fragment="time">
        <TimeItem
          link={placeholder("link")}
          label={placeholder("label")}
          details={placeholder("details")}
          otherTime={placeholder("otherTime")}
        />
      </template>
      <template data-fragment="emptyWeek">
        <p className="mt-4 rounded-medium border border-line bg-surface p-6">
          No times available this week. {placeholder("hint")}{" "}
          <a href={placeholder("link")} className="text-accent underline underline-offset-4">
            {placeholder("date")}
          </a>
          .
        </p>
      </template>
      <template data-fragment="noTimes">
        <p className="mt-4 rounded-medium border border-line bg-surface p-6">
          No times available right now. Email{" "}
          <a href={`mailto:${brand.contactEmail}`} className="text-accent underline underline-offset-4">
            {brand.contactEmail}
          </a>
          , and we'll find one.
        </p>
      </template>
    </>
  );
}

type TimeItemProps = { link?: string; label?: string; details?: string; otherTime?: string };

/** A free time. Its accessible name contains the date and the time zone. */
export function TimeItem({ link = "", label = "", details = "", otherTime = "" }: TimeItemProps) {
  return (
    <li>
      <a
        href={link}
        data-time-link=""
        className="tabular flex min-h-11 flex-col items-center justify-center rounded-small border border-edge px-3 py-1.5 font-medium text-14 transition-colors hover:border-accent hover:bg-raised"
      >
        <span>
          <span data-label="">{label}</span>
          <span data-details="" className="sr-only">
            {details}
          </span>
        </span>
        <span data-other-time="" className="text-center font-normal text-13 text-muted empty:hidden">
          {otherTime}
        </span>
      </a>
    </li>
  );
}
