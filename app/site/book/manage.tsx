import { Fragment } from "react";
import type { MetaFunction } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { TextArea } from "#app/ui/forms/text-area.tsx";
import { ArrowLeft, CircleCheck, CircleX, Hourglass, TriangleAlert } from "#app/ui/icons.tsx";
import { brand } from "#brand";
import { MAX_CHANGES } from "#domain/consultations/consultation.ts";
import { pageMeta } from "../page-meta.ts";
import { placeholder } from "../placeholder.ts";
import { ConsultationSummary, PlaceFragments } from "./consultation-summary.tsx";
import { MessageFragment } from "./message-fragment.tsx";

const LINK_CLASSES = "text-accent underline underline-offset-4";
const BUTTON_LINK_CLASSES =
  "inline-flex min-h-10 items-center justify-center rounded-small border px-4 font-medium text-14 transition-colors pointer-coarse:min-h-11";
const SECONDARY_LINK_CLASSES = `${BUTTON_LINK_CLASSES} border-edge bg-surface hover:bg-raised`;
const PRIMARY_LINK_CLASSES = `${BUTTON_LINK_CLASSES} border-transparent bg-accent text-ink-on-accent hover:bg-accent-strong`;

export const meta: MetaFunction = () =>
  pageMeta({
    title: `${placeholder("title")} – ${brand.name}`,
    description: `Your consultation with ${brand.name}.`,
  });

/** A booked consultation. The server shows its status and what can be done about it (server/site/booking/). */
export default function ManageConsultation() {
  return (
    <article className="mx-auto max-w-[75rem] px-4 pt-28 pb-24 sm:px-6">
      {placeholder("back")}
      <h1 className="text-36 sm:text-48">{placeholder("heading")}</h1>
      {placeholder("message")}
      <div className="mt-10 grid max-w-2xl gap-6">
        {placeholder("summary")}
        {placeholder("content")}
      </div>
      <template data-fragment="back">
        <a
          href={placeholder("link")}
          className="mb-4 inline-flex min-h-10 items-center gap-2 rounded-small text-14 text-muted transition-colors hover:text-text pointer-coarse:min-h-11"
        >
          <ArrowLeft aria-hidden="true" className="size-4" />
          Your consultation
        </a>
      </template>
      <template data-fragment="summary">
        <ConsultationSummary />
      </template>
      <PlaceFragments />
      <Actions />
      <Forms />
      <Messages />
    </article>
  );
}

/** What can be done about a confirmed consultation. */
function Actions() {
  return (
    <>
      <template data-fragment="actions">
        <div className="flex flex-wrap gap-3">
          {placeholder("first")}
          {placeholder("second")}
          {placeholder("changes")}
          {placeholder("cancel")}
        </div>
      </template>
      {(["Primary", "Secondary"] as const).map((tone) => {
        const className = tone === "Primary" ? PRIMARY_LINK_CLASSES : SECONDARY_LINK_CLASSES;
        return (
          <Fragment key={tone}>
            <template data-fragment={`join${tone}`}>
              <a href={placeholder("link")} rel="noreferrer" className={className}>
                Join the call
              </a>
            </template>
            <template data-fragment={`calendar${tone}`}>
              <a href={placeholder("link")} download="" className={className}>
                Add to calendar
              </a>
            </template>
          </Fragment>
        );
      })}
      <template data-fragment="changes">
        <a href={placeholder("rescheduleLink")} className={SECONDARY_LINK_CLASSES}>
          Reschedule
        </a>
      </template>
      <template data-fragment="cancelLink">
        <a href={placeholder("link")} className={SECONDARY_LINK_CLASSES}>
          Cancel consultation
        </a>
      </template>
      <template data-fragment="changesLeft">
        <p className="text-14 text-muted">{placeholder("text")}</p>
      </template>
      <template data-fragment="noChangesLeft">
        <p className="text-14 text-muted">
          {`You've rescheduled it ${MAX_CHANGES} times. To reschedule it again, email `}
          <a href={`mailto:${brand.contactEmail}`} className={LINK_CLASSES}>
            {brand.contactEmail}
          </a>
          .
        </p>
      </template>
      <template data-fragment="tooLate">
        <p className="text-14 text-muted">
          It starts soon, so it can't be changed here. Email{" "}
          <a href={`mailto:${brand.contactEmail}`} className={LINK_CLASSES}>
            {brand.contactEmail}
          </a>{" "}
          if you can't make it.
        </p>
      </template>
      <template data-fragment="limitReached">
        <p className="text-muted">
          After another consultation is canceled, open this link again to confirm this one. If you need help,
          email{" "}
          <a href={`mailto:${brand.contactEmail}`} className={LINK_CLASSES}>
            {brand.contactEmail}
          </a>
          .
        </p>
      </template>
      <template data-fragment="bookAgain">
        <p>
          <a href={placeholder("link")} className={PRIMARY_LINK_CLASSES}>
            {placeholder("label")}
          </a>
        </p>
      </template>
    </>
  );
}

/** Forms that act by POST. */
function Forms() {
  return (
    <>
      <template data-fragment="confirmForm">
        <form
          method="post"
          action={placeholder("action")}
          data-sent-once=""
          className="flex flex-wrap items-center gap-3"
        >
          <Button type="submit" tone="primary" size="large">
            Confirm consultation
          </Button>
          <a href={placeholder("rescheduleLink")} className={SECONDARY_LINK_CLASSES}>
            Choose another time
          </a>
          <p className="basis-full text-14 text-muted">{placeholder("note")}</p>
        </form>
      </template>
      <template data-fragment="rescheduleForm">
        <form method="post" action={placeholder("action")} data-sent-once="" className="grid gap-5">
          <input type="hidden" name="startsAt" value={placeholder("startsAt")} />
          <input type="hidden" name="timeZone" value={placeholder("zone")} />
          <p className="text-14 text-muted">
            {`It replaces ${placeholder("oldTime")}. We'll email you an updated invitation.`}
          </p>
          <div className="flex flex-wrap gap-3">
            <Button type="submit" tone="primary">
              Reschedule
            </Button>
            <a href={placeholder("otherTimesLink")} className={SECONDARY_LINK_CLASSES}>
              Choose another time
            </a>
          </div>
        </form>
      </template>
      <template data-fragment="cancelForm">
        <form method="post" action={placeholder("action")} data-sent-once="" className="grid gap-5">
          <TextArea
            id="cancel-reason"
            name="reason"
            label="Reason"
            rows={3}
            maxLength={1000}
            hint="Optional. Only our team sees it."
          />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" tone="danger">
              Cancel consultation
            </Button>
            <a href={placeholder("keepLink")} className={SECONDARY_LINK_CLASSES}>
              Keep it
            </a>
          </div>
        </form>
      </template>
    </>
  );
}

function Messages() {
  return (
    <>
      <MessageFragment name="confirmed" icon={CircleCheck} tone="positive" title="You're booked">
        <p>We've emailed you the invitation.</p>
      </MessageFragment>
      <MessageFragment
        name="rescheduled"
        icon={CircleCheck}
        tone="positive"
        title="Your consultation was rescheduled"
      >
        <p>We've emailed you an updated invitation.</p>
      </MessageFragment>
      <MessageFragment name="canceled" icon={CircleX} tone="neutral" title={placeholder("text")}>
        <p>You can book another one whenever you like.</p>
      </MessageFragment>
      <MessageFragment name="expired" icon={Hourglass} tone="warning" title="Your hold has expired">
        <p>
          {`You didn't confirm within ${placeholder("holdMinutes")} minutes, so we no longer hold the time. If it's still available, you can confirm it now.`}
        </p>
      </MessageFragment>
      <MessageFragment name="unknown" icon={CircleX} tone="negative" title="This link doesn't work">
        <p>
          Use the link in our latest email, and check that it's complete. If it still fails, email{" "}
          <a href={`mailto:${brand.contactEmail}`} className={LINK_CLASSES}>
            {brand.contactEmail}
          </a>
          .
        </p>
      </MessageFragment>
      <MessageFragment name="problem" icon={TriangleAlert} tone="warning" title={placeholder("text")} />
      <MessageFragment name="failed" icon={TriangleAlert} tone="warning" title={placeholder("title")}>
        <p>
          {placeholder("text")} If it keeps failing, email{" "}
          <a href={`mailto:${brand.contactEmail}`} className={LINK_CLASSES}>
            {brand.contactEmail}
          </a>
          .
        </p>
      </MessageFragment>
    </>
  );
}
