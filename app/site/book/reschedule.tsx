import type { MetaFunction } from "react-router";
import { ArrowLeft, TriangleAlert } from "#app/ui/icons.tsx";
import { brand } from "#brand";
import { pageMeta } from "../page-meta.ts";
import { placeholder } from "../placeholder.ts";
import { ConsultationSummary, PlaceFragments } from "./consultation-summary.tsx";
import { MessageFragment } from "./message-fragment.tsx";
import { TimePicker } from "./time-picker.tsx";

const TITLE = "Reschedule your consultation";

export const meta: MetaFunction = () =>
  pageMeta({ title: `${TITLE} – ${brand.name}`, description: `Your consultation with ${brand.name}.` });

/** Choose another time for a booked consultation. The server fills in the free times (server/site/booking/). */
export default function RescheduleConsultation() {
  return (
    <article className="mx-auto grid max-w-[75rem] gap-x-16 gap-y-12 px-4 pt-28 pb-24 sm:px-6 lg:grid-cols-[19rem_minmax(0,1fr)]">
      <div>
        <a
          href={placeholder("manageLink")}
          className="mb-4 inline-flex min-h-10 items-center gap-2 rounded-small text-14 text-muted transition-colors hover:text-text pointer-coarse:min-h-11"
        >
          <ArrowLeft aria-hidden="true" className="size-4" />
          Your consultation
        </a>
        <h1 className="text-36">{TITLE}</h1>
        <p className="mt-4 mb-6 text-muted">You keep the current time until you choose another one.</p>
        {placeholder("summary")}
      </div>
      <div className="min-w-0">
        {placeholder("message")}
        <TimePicker />
      </div>
      <template data-fragment="summary">
        <ConsultationSummary />
      </template>
      <PlaceFragments />
      <MessageFragment
        name="taken"
        icon={TriangleAlert}
        tone="warning"
        title="That time was just taken"
        className="mb-8"
      >
        <p>Choose another one below.</p>
      </MessageFragment>
    </article>
  );
}
