import type { ReactNode } from "react";
import type { MetaFunction } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { CONTROL_CLASSES } from "#app/ui/forms/field.tsx";
import type { IconComponent } from "#app/ui/icon-svg.tsx";
import { Check, CircleCheck, CircleX, TriangleAlert } from "#app/ui/icons.tsx";
import { type Tone, toneClasses } from "#app/ui/tone.ts";
import { brand } from "#brand";
import { VERIFY_PATH, type Verification } from "#domain/findings/report/verification.ts";
import { pageMeta } from "../page-meta.ts";
import { createBreadcrumbNode } from "../structured-data.ts";
import { CheckFile } from "./check-file.tsx";

const TITLE = "Verify a document";
/** Long enough for the SHA-256 of a PDF, which works like a code. */
const MAX_CODE_LENGTH = 64;
const CARD_CLASSES = "scroll-mt-24 rounded-medium border bg-surface p-6 [&[hidden]]:hidden";
const CARD_TITLE_CLASSES = "flex items-center gap-3 text-22 outline-none";

export const meta: MetaFunction = () =>
  pageMeta({
    title: `${TITLE} – ${brand.name}`,
    description: `Check that a letter of attestation was issued by ${brand.name} and is still valid, or that a proposal was accepted.`,
    path: VERIFY_PATH,
    previewText: TITLE,
    structuredData: [createBreadcrumbNode("Verify", VERIFY_PATH)],
  });

/** The form and the messages for all results. The server shows the message of the result, so the page needs no scripts. */
export default function Verify() {
  return (
    <article className="mx-auto max-w-[75rem] px-4 pt-28 pb-24 sm:px-6">
      <h1 className="text-36 sm:text-48">{TITLE}</h1>
      <p className="mt-4 max-w-[60ch] text-18 text-muted">
        Enter the code printed in a letter of attestation or in an accepted proposal, or choose its PDF. See
        whether we issued it and whether a letter is still valid.
      </p>
      <form action={VERIFY_PATH} method="get" className="mt-10 flex max-w-xl flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-72">
          <label htmlFor="verification-code" className="mb-1.5 block font-medium text-14">
            Verification code
          </label>
          <input
            id="verification-code"
            name="code"
            data-code-input=""
            defaultValue=""
            required
            maxLength={MAX_CODE_LENGTH}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder="XXXX-XXXX-XXXX-XXXX"
            className={`${CONTROL_CLASSES} font-mono`}
          />
        </div>
        <Button type="submit" tone="primary">
          Verify code
        </Button>
      </form>
      <div className="mt-10 max-w-xl">
        <Result status="valid" icon={CircleCheck} tone="positive" title="This letter is valid">
          <p>
            We issued it on <LetterValue name="issued" />.
          </p>
          <UnchangedFile />
          <LetterDetails hasDates={false} />
        </Result>
        <Result
          status="superseded"
          icon={TriangleAlert}
          tone="warning"
          title="This letter has been superseded"
        >
          <p>
            We issued it, but a newer letter replaced it. Request the newer one from the company that sent it
            to you.
          </p>
          <UnchangedFile />
          <LetterDetails ended="Superseded" />
        </Result>
        <Result status="withdrawn" icon={CircleX} tone="negative" title="This letter has been withdrawn">
          <p>We issued it, but it's no longer valid. Don't rely on it.</p>
          <UnchangedFile />
          <LetterDetails ended="Withdrawn" />
        </Result>
        <Result status="accepted" icon={CircleCheck} tone="positive" title="This proposal was accepted">
          <p>
            We stored an accepted proposal with this code.
            <span data-unless-match="" className="noscript:hidden">
              {" "}
              Choose the PDF below to check that it's unchanged.
            </span>
          </p>
          <UnchangedFile />
          <LetterDetails hasDates={false} />
        </Result>
        <FileMismatch />
        <Result
          status="malformed_code"
          icon={TriangleAlert}
          tone="warning"
          title="This isn't a verification code"
        >
          <p>
            <LetterValue name="code" mono /> doesn't have the format of our codes. A code has 16 letters and
            digits in groups of four, such as{" "}
            <span className="whitespace-nowrap font-mono text-text">7K2M-9QXT-4HBD-WZ3N</span>. It's printed
            in the document.
          </p>
        </Result>
        <Result status="unknown_code" icon={CircleX} tone="negative" title="We didn't find this code">
          <p>
            Compare <LetterValue name="code" mono /> with the code in the document. If they're the same, we
            didn't issue the document. Please report it to{" "}
            <a href={`mailto:${brand.contactEmail}`} className="text-accent underline underline-offset-4">
              {brand.contactEmail}
            </a>
            .
          </p>
        </Result>
        <Result status="unknown_file" icon={CircleX} tone="negative" title="We didn't issue this file">
          <p>
            <span data-file-name="" className="wrap-anywhere">
              It
            </span>{" "}
            isn't one of our documents, or it was changed after we issued it. Enter the code printed in it to
            see more. If it shows our name, report it to{" "}
            <a href={`mailto:${brand.contactEmail}`} className="text-accent underline underline-offset-4">
              {brand.contactEmail}
            </a>
            .
          </p>
        </Result>
        <Result status="limited" icon={TriangleAlert} tone="warning" title="Too many attempts">
          <p>Wait 10 minutes and try again.</p>
        </Result>
        <Result status="unavailable" icon={TriangleAlert} tone="warning" title="We couldn't check this code">
          <p>Try again in a minute.</p>
        </Result>
        <CheckFile />
      </div>
    </article>
  );
}

type ResultProps = {
  status: Verification["status"];
  icon: IconComponent;
  tone: Tone;
  title: string;
  children: ReactNode;
};

/** The message of a result. Hidden until the server shows it. */
function Result({ status, icon: Icon, tone, title, children }: ResultProps) {
  const { border, text } = toneClasses(tone);
  return (
    <section data-verification={status} hidden aria-label="Result" className={`${CARD_CLASSES} ${border}`}>
      <h2 tabIndex={-1} className={CARD_TITLE_CLASSES}>
        <Icon aria-hidden="true" className={`size-6 shrink-0 ${text}`} />
        {title}
      </h2>
      <div className="mt-3 text-muted">{children}</div>
    </section>
  );
}

/** Replaces the message of a result when the checked file is not the document. Shown only by scripts. */
function FileMismatch() {
  const { border, text } = toneClasses("negative");
  return (
    <section data-file-mismatch="" hidden aria-label="Result" className={`${CARD_CLASSES} ${border}`}>
      <h2 tabIndex={-1} className={CARD_TITLE_CLASSES}>
        <CircleX aria-hidden="true" className={`size-6 shrink-0 ${text}`} />
        <span>
          This PDF isn't the <span data-kind="" /> we issued
        </span>
      </h2>
      <div className="mt-3 grid gap-3 text-muted">
        <p>
          <strong data-file-name="" className="wrap-anywhere font-medium text-text" /> is another document, or
          it was changed after we issued it. Don't rely on it, even if it shows our code.
        </p>
        <p>
          Request the original from the company that sent it to you, and report this file to{" "}
          <a href={`mailto:${brand.contactEmail}`} className="text-accent underline underline-offset-4">
            {brand.contactEmail}
          </a>
          .
        </p>
        <p className="border-line border-t pt-4 text-14">
          We issued a <span data-kind="" /> with the code{" "}
          <span data-code="" className="whitespace-nowrap font-mono text-text" />, but its content differs.
        </p>
      </div>
    </section>
  );
}

/** Shown by scripts when the checked file is the document. */
function UnchangedFile() {
  return (
    <p data-if-match="" hidden className="mt-3 flex gap-2 text-text [&[hidden]]:hidden">
      <Check aria-hidden="true" className="mt-1 size-4 shrink-0 text-positive" />
      <span className="min-w-0">
        <span data-file-name="" className="wrap-anywhere font-medium" /> is unchanged.
      </span>
    </p>
  );
}

function LetterDetails({ ended, hasDates = true }: { ended?: string; hasDates?: boolean }) {
  return (
    <dl className="mt-5 grid gap-x-6 gap-y-1 border-line border-t pt-5 text-14 max-sm:[&>dt~dt]:mt-3 sm:grid-cols-[8rem_1fr] sm:gap-y-2">
      <dt>Code</dt>
      <dd className="text-text">
        <LetterValue name="code" mono />
      </dd>
      {hasDates && (
        <>
          <dt>Issued</dt>
          <dd className="text-text">
            <LetterValue name="issued" />
          </dd>
        </>
      )}
      {ended && (
        <>
          <dt>{ended}</dt>
          <dd className="text-text">
            <LetterValue name="ended" />
          </dd>
        </>
      )}
      <dt>SHA-256 of the PDF</dt>
      <dd className="break-all text-text">
        <LetterValue name="sha256" mono />
      </dd>
    </dl>
  );
}

/** A placeholder that the server fills in. */
function LetterValue({
  name,
  mono = false,
}: {
  name: "code" | "issued" | "ended" | "sha256";
  mono?: boolean;
}) {
  return <span data-letter={name} className={mono ? "break-all font-mono text-text" : undefined} />;
}
