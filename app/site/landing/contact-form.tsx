import { Button } from "#app/ui/button.tsx";
import { FieldError } from "#app/ui/forms/field.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { TextArea } from "#app/ui/forms/text-area.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { CircleCheck } from "#app/ui/icons.tsx";
import { ALERT_DIALOG_CLASSES } from "#app/ui/overlays/alert-dialog.tsx";
import { toneClasses } from "#app/ui/tone.ts";
import { brand } from "#brand";
import { SERVICE_INTERESTS } from "#domain/inquiries/contact-form.ts";
import { BOOKING_PATH } from "#domain/scheduling/booking-pages.ts";
import { Honeypot } from "../honeypot.tsx";
import { RetentionPeriod } from "../retention-period.tsx";

const INTEREST_OPTIONS = SERVICE_INTERESTS.map((interest) => ({ value: interest, label: interest }));

/**
 * An HTML form that works without scripts: the server responds to its POST request with a page. With scripts,
 * scripts/contact-form.ts validates and submits the form without leaving the page.
 */
export function ContactForm() {
  return (
    <div className="relative">
      <form
        data-contact=""
        action="/api/contact/send"
        method="post"
        noValidate
        tabIndex={-1}
        aria-label="Contact"
        className="grid gap-5 outline-none sm:grid-cols-2"
      >
        <ReceivedBanner />
        <TextField id="contact-name" label="Name" name="name" autoComplete="name" maxLength={200} required />
        <TextField
          id="contact-email"
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          maxLength={254}
          required
        />
        <TextField
          id="contact-company"
          label="Company"
          name="company"
          autoComplete="organization"
          maxLength={200}
          required
        />
        <Select
          id="contact-interest"
          label="Service Interest"
          name="serviceInterest"
          options={INTEREST_OPTIONS}
          placeholder="Select a service"
          required
        />
        <TextArea
          id="contact-message"
          label="Message"
          name="message"
          rows={5}
          maxLength={5000}
          required
          className="sm:col-span-2"
        />
        <Honeypot />
        <div data-captcha="" className="min-h-[65px] sm:col-span-2 [&[data-captcha='']]:hidden" />
        <template data-error="">
          <FieldError id="" text="" />
        </template>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3 sm:col-span-2">
          <Button type="submit" tone="primary" size="large" busyLabel="Sending...">
            Send Message
          </Button>
          <p className="max-w-[52ch] flex-1 basis-60 text-13 text-muted">
            We'll email you a reference number. We keep your message for <RetentionPeriod kind="inquiries" />{" "}
            to respond to it, then delete it. See our{" "}
            <a href="/privacy-policy" className="text-accent underline underline-offset-2">
              Privacy Policy
            </a>
            .
          </p>
        </div>
        <SubmissionStatus />
      </form>
      <ThankYouPanel />
      <AlertTemplate />
    </div>
  );
}

/** Shown above the form after the thank-you panel closes: the reference number, and where the confirmation was sent. */
function ReceivedBanner() {
  const { border, text } = toneClasses("positive");
  return (
    <div
      data-last-reference=""
      hidden
      className={`flex scroll-mt-24 gap-3 rounded-medium border bg-surface p-5 sm:col-span-2 [&[hidden]]:hidden ${border}`}
    >
      <CircleCheck aria-hidden="true" className={`mt-0.5 size-5 shrink-0 ${text}`} />
      <div className="grid min-w-0 gap-1">
        <p className="font-medium">We received your message</p>
        <p className="wrap-anywhere text-14 text-muted">
          Reference: <span className="whitespace-nowrap font-mono text-text" />. We emailed a confirmation to{" "}
          <strong className="font-medium text-text" />.
        </p>
        <BookingHint />
      </div>
    </div>
  );
}

/** Shown below the form: what to do after a failure. */
function SubmissionStatus() {
  return (
    <div className="min-h-12 text-14 text-muted sm:col-span-2 sm:min-h-6">
      <p data-not-sent="" hidden>
        We couldn't send your message. Try again or{" "}
        <a
          href={`mailto:${brand.contactEmail}`}
          className="text-accent underline underline-offset-4 hover:text-accent-strong"
        >
          email us
        </a>
        .
      </p>
    </div>
  );
}

/**
 * Replaces the form on phones. On wider screens, the form keeps its space, and the panel stays visible while the visitor
 * scrolls past it.
 */
function ThankYouPanel() {
  return (
    <div className="pointer-events-none sm:absolute sm:inset-0">
      <div
        data-thanks=""
        role="status"
        hidden
        tabIndex={-1}
        className="pointer-events-auto grid scroll-mt-24 gap-3 rounded-medium border border-line bg-surface p-6 outline-none sm:sticky sm:top-24 [&[hidden]]:hidden"
      >
        <p className="text-18">
          <strong className="font-semibold">Thank You!</strong> We have received your message and will get
          back to you within 24 hours.
        </p>
        <p data-reference="" className="wrap-anywhere text-14 text-muted">
          Your reference number is <span className="whitespace-nowrap font-mono text-text" />. We've emailed a
          confirmation to <strong className="font-medium text-text" />.
        </p>
        <BookingHint />
      </div>
    </div>
  );
}

function BookingHint() {
  return (
    <p className="text-14 text-muted">
      Prefer to talk?{" "}
      <a href={BOOKING_PATH} className="text-accent underline underline-offset-4 hover:text-accent-strong">
        Book a free consultation
      </a>
    </p>
  );
}

/** Template that scripts/alert.ts clones and opens. */
function AlertTemplate() {
  return (
    <template data-alert="">
      <dialog role="alertdialog" aria-labelledby="alert-text" className={ALERT_DIALOG_CLASSES}>
        <p id="alert-text" />
        <div className="mt-6 flex justify-end">
          <Button tone="primary">OK</Button>
        </div>
      </dialog>
    </template>
  );
}
