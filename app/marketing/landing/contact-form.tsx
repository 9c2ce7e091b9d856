import { type FormEvent, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { useAlert } from "#app/ui/alert-dialog.tsx";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Select } from "#app/ui/select.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { HONEYPOT_FIELD, SERVICE_INTERESTS } from "#domain/contact-form.ts";
import type { ContactInquiry } from "#domain/contact-inquiry.ts";
import { contactAddress, sendInquiry } from "./send-inquiry.ts";

/** Milliseconds the thanks are shown before the form returns (specification section 9). */
const thanksFor = 5000;

type Errors = Partial<Record<keyof ContactInquiry, string>>;
type State = { name: "idle" } | { name: "sending" } | { name: "sent"; reference: string | null };

const interestOptions = SERVICE_INTERESTS.map((interest) => ({ value: interest, label: interest }));
// Loaded when the form is approached: most visits never need the rules.
const loadRules = () => import("#domain/contact-inquiry.ts");

/** A form of the page, and of plain HTML: without scripts it posts itself and is answered with a page. */
export function ContactForm() {
  const form = useRef<HTMLFormElement>(null);
  const [state, setState] = useState<State>({ name: "idle" });
  const [errors, setErrors] = useState<Errors>({});
  const alert = useAlert();
  const isSent = state.name === "sent";

  useEffect(() => {
    if (!isSent) return;
    const timer = setTimeout(() => setState({ name: "idle" }), thanksFor);
    return () => clearTimeout(timer);
  }, [isSent]);

  async function check(): Promise<Errors> {
    const { inquiryErrors } = await loadRules();
    return form.current ? inquiryErrors(valuesOf(form.current)) : {};
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { currentTarget } = event;
    setState({ name: "sending" });
    const wrong = await check().catch((): Errors => ({}));
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) {
      setState({ name: "idle" });
      focusFirst(currentTarget, wrong);
      return;
    }
    const answer = await sendInquiry(valuesOf(currentTarget));
    if (answer.ok) {
      currentTarget.reset();
      setState({ name: "sent", reference: answer.reference });
    } else {
      setState({ name: "idle" });
      await alert(answer.reason);
    }
  }

  // Once told what is wrong, a person sees it go away while mending it.
  const recheck = () => {
    if (Object.keys(errors).length > 0) check().then(setErrors, () => undefined);
  };

  return (
    <div className="relative">
      <form
        ref={form}
        id="contact-form"
        action={contactAddress}
        method="post"
        noValidate
        onSubmit={submit}
        onFocus={() => void loadRules().catch(() => undefined)}
        onChange={recheck}
        aria-label="Contact"
        className={classNames("grid gap-5 sm:grid-cols-2", isSent && "invisible")}
      >
        <TextField
          label="Name"
          name="name"
          autoComplete="name"
          maxLength={200}
          required
          error={errors.name}
        />
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          maxLength={254}
          required
          error={errors.email}
        />
        <TextField
          label="Company"
          name="company"
          autoComplete="organization"
          maxLength={200}
          required
          error={errors.company}
        />
        <Select
          label="Service Interest"
          name="serviceInterest"
          options={interestOptions}
          placeholder="Select a service"
          required
          error={errors.serviceInterest}
        />
        <TextArea
          label="Message"
          name="message"
          rows={5}
          maxLength={5000}
          required
          error={errors.message}
          className="sm:col-span-2"
        />
        <Honeypot />
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3 sm:col-span-2">
          <Button
            type="submit"
            tone="primary"
            size="large"
            busy={state.name === "sending"}
            busyLabel="Sending..."
          >
            Send Message
          </Button>
          <p className="max-w-[44ch] flex-1 basis-60 text-13 text-muted">
            We store what you write in order to answer it, and nothing else. See the{" "}
            <Link to="/privacy-policy" className="text-accent underline underline-offset-2">
              Privacy Policy
            </Link>
            .
          </p>
        </div>
      </form>
      {isSent && <Thanks reference={state.reference} />}
    </div>
  );
}

function Thanks({ reference }: { reference: string | null }) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  return (
    <div
      ref={panel}
      role="status"
      tabIndex={-1}
      className="absolute inset-0 grid place-content-center gap-3 rounded-medium border border-line bg-surface p-8 text-center outline-none"
    >
      <p className="max-w-[40ch] text-18">
        <strong className="font-semibold">Thank You!</strong> We have received your message and will get back
        to you within 24 hours.
      </p>
      {reference && (
        <p className="text-14 text-muted">
          Your reference number is <span className="font-mono text-text">{reference}</span>
        </p>
      )}
    </div>
  );
}

function Honeypot() {
  return (
    <div aria-hidden="true" className="sr-only">
      <label>
        Leave this empty
        <input name={HONEYPOT_FIELD} type="text" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}

function valuesOf(form: HTMLFormElement): Record<string, FormDataEntryValue> {
  return Object.fromEntries(new FormData(form));
}

function focusFirst(form: HTMLFormElement, errors: Errors) {
  const first = Array.from(form.elements).find((element) => (element.getAttribute("name") ?? "") in errors);
  if (first instanceof HTMLElement) first.focus();
}
