import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { MailCheck } from "#app/ui/icons.tsx";
import { placeholder } from "../placeholder.ts";
import { MessageFragment } from "./message-fragment.tsx";

/** The time is held until the visitor confirms the address. Both forms contain the visitor's input in hidden fields. */
export function HeldFragments() {
  return (
    <>
      <MessageFragment
        name="held"
        icon={MailCheck}
        tone="positive"
        title={`Confirm within ${placeholder("timeLeft")} with the link we emailed you`}
      >
        <SentTo text="We sent it to" />
      </MessageFragment>
      <MessageFragment
        name="sentAgain"
        icon={MailCheck}
        tone="positive"
        title={`We sent the link again. Confirm within ${placeholder("timeLeft")}`}
      >
        <SentTo text="The latest email went to" />
      </MessageFragment>
      <template data-fragment="noEmail">
        <section aria-labelledby="no-email">
          <h2 id="no-email" className="text-22">
            No email?
          </h2>
          <p className="mt-2 max-w-[60ch] text-muted">
            Check your spam folder and the address above. If you change the address, we keep your time, and
            the links in earlier emails stop working.
          </p>
          <div className="mt-5 flex flex-wrap items-start gap-3">
            {placeholder("sendAgain")}
            {placeholder("changeAddress")}
          </div>
        </section>
      </template>
      <template data-fragment="sendAgainForm">
        <form data-sent-once="" method="post" action={placeholder("action")}>
          {placeholder("fields")}
          <Button type="submit" busyLabel="Sending...">
            Send again
          </Button>
        </form>
      </template>
      <template data-fragment="changeAddressForm">
        <details className="open:basis-full">
          <summary className="inline-flex min-h-10 list-none items-center rounded-small border border-edge bg-surface px-4 font-medium text-14 transition-colors hover:bg-raised pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
            Change address
          </summary>
          <form
            data-sent-once=""
            method="post"
            action={placeholder("action")}
            noValidate
            className="mt-4 grid max-w-md justify-items-start gap-4"
          >
            {placeholder("fields")}
            <TextField
              id="new-email"
              name="email"
              label="Email"
              type="email"
              autoComplete="email"
              maxLength={254}
              defaultValue={placeholder("email")}
              required
              className="w-full"
            />
            <Button type="submit" tone="primary" busyLabel="Sending...">
              Send to this address
            </Button>
          </form>
        </details>
      </template>
      <template data-fragment="keptField">
        <input type="hidden" name={placeholder("name")} value={placeholder("value")} />
      </template>
    </>
  );
}

function SentTo({ text }: { text: string }) {
  return (
    <p>
      {text} <strong className="wrap-anywhere font-medium text-text">{placeholder("email")}</strong>. We're
      holding the time for you until then.
    </p>
  );
}
