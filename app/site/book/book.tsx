import type { MetaFunction } from "react-router";
import type { IconComponent } from "#app/ui/icon-svg.tsx";
import { CalendarCheck, Clock, MessagesSquare, User } from "#app/ui/icons.tsx";
import { brand } from "#brand";
import { BOOKING_PATH } from "#domain/scheduling/booking-pages.ts";
import { pageMeta } from "../page-meta.ts";
import { placeholder } from "../placeholder.ts";
import { createBreadcrumbNode } from "../structured-data.ts";
import { TimePicker } from "./time-picker.tsx";

const TITLE = "Book a free consultation";

export const meta: MetaFunction = () =>
  pageMeta({
    title: `${TITLE} – ${brand.name}`,
    description: `Choose a time for a free 30-minute strategy session with an engineer at ${brand.name}.`,
    path: BOOKING_PATH,
    previewText: TITLE,
    structuredData: [createBreadcrumbNode(TITLE, BOOKING_PATH)],
  });

/** Choose a time for a consultation. The server fills in the free times (server/site/booking/). */
export default function Book() {
  return (
    <article className="mx-auto grid max-w-[75rem] gap-x-16 gap-y-5 px-4 pt-24 pb-24 sm:gap-y-8 sm:px-6 sm:pt-28 lg:grid-cols-[19rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:gap-y-4">
      <h1 className="text-28 sm:text-48 lg:text-36">{TITLE}</h1>
      <p className="text-14 text-muted lg:hidden">
        {`${placeholder("minutes")} minutes · Free · ${placeholder("place")}. ${placeholder("hosts")}.`}
      </p>
      {/* Precedes the details, so that phones show times first. */}
      <TimePicker className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1" />
      <div className="max-lg:mt-8">
        <p className="max-w-[60ch] text-muted">
          Schedule a call with an engineer who'd work on your project. You'll leave knowing what we'd test
          first, or that you don't need us.
        </p>
        <ul className="mt-6 grid gap-3 text-14">
          <Fact icon={Clock}>{`${placeholder("minutes")} minutes, free of charge`}</Fact>
          <Fact icon={User}>{placeholder("hosts")}</Fact>
          <Fact icon={MessagesSquare}>{placeholder("place")}</Fact>
          <Fact icon={CalendarCheck}>Calendar invitation, easy to reschedule or cancel</Fact>
        </ul>
        <p className="mt-6 border-line border-t pt-6 text-14 text-muted">
          No suitable time? Email{" "}
          <a href={`mailto:${brand.contactEmail}`} className="text-accent underline underline-offset-4">
            {brand.contactEmail}
          </a>
          . We reply within 24 hours.
        </p>
      </div>
    </article>
  );
}

function Fact({ icon: Icon, children }: { icon: IconComponent; children: string }) {
  return (
    <li className="flex gap-3">
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-accent" />
      {children}
    </li>
  );
}
