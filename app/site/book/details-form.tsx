import type { ReactNode } from "react";
import { Button } from "#app/ui/button.tsx";
import { FieldError } from "#app/ui/forms/field.tsx";
import { TextArea } from "#app/ui/forms/text-area.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { CAPTCHA_FIELD } from "#domain/inquiries/contact-form.ts";
import { Honeypot } from "../honeypot.tsx";
import { placeholder } from "../placeholder.ts";
import { RetentionPeriod } from "../retention-period.tsx";

const FIELDS = [
  { name: "name", label: "Name", type: "text", autoComplete: "name", maxLength: 200 },
  { name: "email", label: "Email", type: "email", autoComplete: "email", maxLength: 254 },
  { name: "company", label: "Company", type: "text", autoComplete: "organization", maxLength: 200 },
] as const;

/** The form for a chosen time. The server validates it and shows errors next to the fields. */
export function DetailsFormFragments() {
  return (
    <>
      <template data-fragment="form">
        <form
          data-sent-once=""
          data-live-errors=""
          method="post"
          action={placeholder("action")}
          noValidate
          aria-label="Your details"
          className="grid gap-5 sm:grid-cols-2"
        >
          <input type="hidden" name="formId" value={placeholder("formId")} />
          <input type="hidden" name="timeZone" value={placeholder("zone")} />
          {placeholder("timeChoice")}
          {FIELDS.map(({ name }) => placeholder(name))}
          {placeholder("topic")}
          <Honeypot />
          <input type="hidden" name={CAPTCHA_FIELD} value={placeholder("captcha")} />
          <div data-captcha="" className="min-h-[65px] sm:col-span-2 [&[data-captcha='']]:hidden" />
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3 sm:col-span-2">
            <Button type="submit" tone="primary" size="large" busyLabel="Booking...">
              Book consultation
            </Button>
            <p className="max-w-[52ch] flex-1 basis-60 text-13 text-muted">
              <span data-confirm-note="">We'll email you a link to confirm.</span> We keep your details for{" "}
              <RetentionPeriod kind="inquiries" /> after the call, then delete them. See our{" "}
              <a href="/privacy-policy" className="text-accent underline underline-offset-2">
                Privacy Policy
              </a>
              .
            </p>
          </div>
        </form>
      </template>
      {FIELDS.map(({ name, ...field }) => (
        <FieldFragments key={name} name={name}>
          {(error) => (
            <TextField
              id={`booking-${name}`}
              name={name}
              {...field}
              defaultValue={placeholder("value")}
              error={error}
              required
              className={name === "company" ? "sm:col-span-2" : undefined}
            />
          )}
        </FieldFragments>
      ))}
      <FieldFragments name="topic">
        {(error) => (
          <TextArea
            id="booking-topic"
            label="What would you like to talk about?"
            name="topic"
            rows={5}
            maxLength={5000}
            defaultValue={placeholder("value")}
            error={error}
            hint="Which AI systems you run, and what you want to find out. Leave out confidential details."
            required
            className="sm:col-span-2"
          />
        )}
      </FieldFragments>
      <TimeChoiceFragments />
      <template data-error="">
        <FieldError id="" text="" />
      </template>
    </>
  );
}

type FieldFragmentsProps = { name: string; children: (error: string | undefined) => ReactNode };

/** A field without and with an error. */
function FieldFragments({ name, children }: FieldFragmentsProps) {
  return (
    <>
      <template data-fragment={name}>{children(undefined)}</template>
      <template data-fragment={`${name}-invalid`}>{children(placeholder("error"))}</template>
    </>
  );
}

/** The next free times, if the chosen one was taken while the visitor filled out the form. */
function TimeChoiceFragments() {
  return (
    <>
      <template data-fragment="chosenTime">
        <input type="hidden" name="startsAt" value={placeholder("startsAt")} />
      </template>
      <template data-fragment="timeChoice">
        <fieldset id="booking-startsAt" name="startsAt" className="sm:col-span-2">
          <legend className="required-mark font-medium text-14">Choose another time</legend>
          <p className="mt-1 text-13 text-muted">{placeholder("zoneLabel")}</p>
          <div className="mt-2 grid gap-2 sm:grid-cols-2">{placeholder("times")}</div>
          {placeholder("error")}
        </fieldset>
      </template>
      <template data-fragment="timeChoiceError">
        <FieldError id="booking-startsAt-error" text="Choose a time" />
      </template>
      <template data-fragment="timeOption">
        <label className="flex min-h-11 cursor-pointer items-center gap-3 rounded-small border border-edge px-3 py-2 text-14 transition-colors hover:bg-raised has-checked:border-accent">
          <input
            type="radio"
            name="startsAt"
            value={placeholder("startsAt")}
            required
            className="size-4 shrink-0 accent-accent"
          />
          <span>
            {placeholder("label")}
            <span className="sr-only">{placeholder("details")}</span>
          </span>
        </label>
      </template>
    </>
  );
}
