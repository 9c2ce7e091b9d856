import type { MetaFunction } from "react-router";
import { ArrowLeft, CircleAlert, TriangleAlert } from "#app/ui/icons.tsx";
import { brand } from "#brand";
import { pageMeta } from "../page-meta.ts";
import { placeholder } from "../placeholder.ts";
import { ConsultationSummary } from "./consultation-summary.tsx";
import { DetailsFormFragments } from "./details-form.tsx";
import { HeldFragments } from "./held.tsx";
import { MessageFragment } from "./message-fragment.tsx";
import { TimeListFragments } from "./time-list.tsx";

export const meta: MetaFunction = () =>
  pageMeta({
    title: `${placeholder("title")} – ${brand.name}`,
    description: `Book a free strategy session with an engineer at ${brand.name}.`,
  });

/** The form for a chosen time. The server fills it in and shows what happened to it (server/site/booking/). */
export default function BookingDetails() {
  return (
    <article className="mx-auto max-w-[75rem] px-4 pt-28 pb-24 sm:px-6">
      <a
        href={placeholder("allTimes")}
        className="inline-flex min-h-10 items-center gap-2 rounded-small text-14 text-muted transition-colors hover:text-text pointer-coarse:min-h-11"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        All times
      </a>
      <h1 className="mt-4 text-28 sm:text-48 lg:text-36">{placeholder("heading")}</h1>
      {placeholder("message")}
      <div className="mt-10 grid gap-x-16 gap-y-10 lg:grid-cols-[19rem_minmax(0,1fr)]">
        {placeholder("summary")}
        {placeholder("content")}
      </div>
      <template data-fragment="summary">
        <div>
          <ConsultationSummary hosts={placeholder("hosts")} />
        </div>
      </template>
      <template data-fragment="nextTimes">
        <section aria-labelledby="next-times" className="lg:col-span-2">
          <h2 id="next-times" className="text-22">
            Next available times
          </h2>
          <p className="mt-1 text-14 text-muted">{placeholder("zoneLabel")}</p>
          {placeholder("days")}
        </section>
      </template>
      <Messages />
      <HeldFragments />
      <DetailsFormFragments />
      <TimeListFragments dayHeading="h3" />
    </article>
  );
}

function Messages() {
  return (
    <>
      <MessageFragment name="invalid" icon={CircleAlert} tone="negative" title={placeholder("title")}>
        <ul className="grid gap-1">{placeholder("errors")}</ul>
      </MessageFragment>
      <template data-fragment="errorLink">
        <li>
          <a href={placeholder("link")} className="text-text underline underline-offset-4">
            {placeholder("text")}
          </a>
        </li>
      </template>
      <MessageFragment name="taken" icon={TriangleAlert} tone="warning" title="That time was just taken">
        <p>Choose another one. We've kept what you typed.</p>
      </MessageFragment>
      <MessageFragment
        name="unavailable"
        icon={TriangleAlert}
        tone="warning"
        title="That time is no longer available"
      >
        <p>Choose another one below.</p>
      </MessageFragment>
      <MessageFragment name="failed" icon={CircleAlert} tone="negative" title={placeholder("text")}>
        <p>
          We've kept what you typed. You can also email us at{" "}
          <a href={`mailto:${brand.contactEmail}`} className="text-accent underline underline-offset-4">
            {brand.contactEmail}
          </a>
          .
        </p>
      </MessageFragment>
      <MessageFragment
        name="alreadySent"
        icon={TriangleAlert}
        tone="warning"
        title="You've already sent this form"
      >
        <p>
          Our latest email about your consultation shows its status, with a link to manage it. You can also{" "}
          <a href={placeholder("allTimes")} className="text-accent underline underline-offset-4">
            book another time
          </a>
          .
        </p>
      </MessageFragment>
    </>
  );
}
