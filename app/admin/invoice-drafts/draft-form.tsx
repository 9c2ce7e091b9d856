import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { errorMessage } from "#app/components/error-message.ts";
import { Button } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Checkbox } from "#app/ui/forms/checkbox.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { TextArea } from "#app/ui/forms/text-area.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import {
  draftProblem,
  INVOICE_DRAFT_LIMITS,
  InvoiceDraftContent,
} from "#domain/invoices/drafts/draft-form.ts";
import { DELIVERY_LABELS } from "#domain/invoices/drafts/draft-labels.ts";
import { cents, formatDollars } from "#domain/money/money.ts";
import { listKeys } from "#domain/status.ts";
import { DecimalField } from "../forms/decimal-field.tsx";
import { PartList } from "../forms/part-list.tsx";
import { createDiscardConfirmation, useUnsavedGuard } from "../forms/use-unsaved-guard.ts";
import { createLine, type FormContent, formTotal, withRest } from "./draft-form-content.ts";
import { DraftLineFields } from "./draft-line-fields.tsx";
import { DraftPaymentFields } from "./draft-payment-fields.tsx";
import { DraftSummary } from "./draft-summary.tsx";

const DELIVERIES = listKeys(DELIVERY_LABELS);
/** Before, on and after the due date. */
const REMINDERS = [
  { days: -3, label: "3 days before the due date" },
  { days: 0, label: "On the due date" },
  { days: 7, label: "7 days after the due date" },
];

type DraftFormProps = {
  initial: FormContent;
  /** Today's date in the time zone of new invoices. */
  today: CalendarDate;
  /** Fields above the others, such as the client. */
  children?: ReactNode;
  /** Marks the fields in `children` that are invalid, on each attempt to save. Returns whether all are valid. */
  validateChildren?: () => boolean;
  submitLabel: string;
  isPending: boolean;
  error: Error | null;
  onSave: (content: FormContent) => void;
};

/** Form for the content of an invoice that is created in Square. */
export function DraftForm({
  initial,
  today,
  children,
  validateChildren = () => true,
  submitLabel,
  isPending,
  error,
  onSave,
}: DraftFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [content, setContent] = useState(initial);
  const [hasTriedToSave, setHasTriedToSave] = useState(false);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const total = formTotal(content);
  const parsed = InvoiceDraftContent.safeParse({ ...content, payments: withRest(content.payments, total) });
  const problem = parsed.success ? draftProblem(parsed.data, today) : null;
  const errors = new Map(
    parsed.success || !hasTriedToSave
      ? []
      : parsed.error.issues.toReversed().map(({ path, message }) => [path.join("."), message]),
  );
  const findError = (path: string) => errors.get(path);
  useUnsavedGuard(() => content !== initial && !isPending && !(isSubmitted && !error), {
    confirmation: createDiscardConfirmation("the invoice"),
  });
  const change = (changes: Partial<FormContent>) => {
    const changed = { ...content, ...changes };
    setContent({ ...changed, payments: withRest(changed.payments, formTotal(changed)) });
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    setHasTriedToSave(true);
    const areChildrenValid = validateChildren();
    if (areChildrenValid && parsed.success && !problem) {
      setIsSubmitted(true);
      onSave(content);
    } else {
      // The messages appear in the next frame.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus());
    }
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      className="grid max-w-3xl grid-cols-1 items-start gap-6 min-[1100px]:max-w-none min-[1100px]:grid-cols-[minmax(0,1fr)_20rem]"
    >
      <div className="grid grid-cols-1 gap-6">
        <Card aria-label="Summary" className="grid gap-4">
          {children}
          <TextField
            label="Title"
            required
            autoComplete="off"
            maxLength={INVOICE_DRAFT_LIMITS.title}
            value={content.title}
            onChange={(event) => change({ title: event.currentTarget.value })}
            error={findError("title")}
          />
          <TextArea
            label="Message"
            hint="Optional. Shown on the invoice."
            rows={3}
            maxLength={INVOICE_DRAFT_LIMITS.message}
            value={content.message}
            onChange={(event) => change({ message: event.currentTarget.value })}
            error={findError("message")}
          />
        </Card>
        <Card aria-labelledby="invoice-lines">
          <CardHeader title={<span id="invoice-lines">Line items</span>} />
          <PartList
            noun="line item"
            parts={content.lines}
            onChange={(lines) => change({ lines })}
            maxParts={INVOICE_DRAFT_LIMITS.lines}
            create={createLine}
            renderPart={(line, index, changeLine) => (
              <DraftLineFields
                line={line}
                onChange={changeLine}
                findError={(field) => findError(`lines.${index}.${field}`)}
              />
            )}
          />
          <div className="mt-5 grid items-start gap-4 border-line border-t pt-5 sm:grid-cols-2">
            <DecimalField
              label="Discount ($)"
              value={content.discountCents}
              onChange={(discountCents) => change({ discountCents })}
              error={findError("discountCents")}
              emptyError="Enter 0 for no discount"
            />
            {/* On wide screens, the total is next to the form. */}
            <p className="flex items-baseline justify-between gap-4 min-[1100px]:hidden sm:justify-end sm:self-end sm:pb-1.5">
              <span className="text-muted">Total</span>
              <span role="status" className="tabular font-medium text-22">
                {formatDollars(cents(total))}
              </span>
            </p>
          </div>
        </Card>
        <DraftPaymentFields
          payments={content.payments}
          total={total}
          today={today}
          onChange={(payments) => change({ payments })}
          findError={(field) => findError(`payments.${field}`)}
        />
        <Card aria-labelledby="invoice-delivery">
          <CardHeader title={<span id="invoice-delivery">Delivery</span>} />
          <div className="grid gap-4">
            <Select
              label="Sent by"
              className="max-w-md"
              options={DELIVERIES.map((value) => ({ value, label: DELIVERY_LABELS[value] }))}
              value={content.delivery}
              onChange={(event) => {
                const delivery = DELIVERIES.find((value) => value === event.currentTarget.value);
                if (delivery) {
                  // Square sends reminders only for invoices that it emails.
                  change({ delivery, reminderDays: delivery === "link" ? [] : content.reminderDays });
                }
              }}
            />
            {content.delivery === "email" && (
              <fieldset className="grid gap-2">
                <legend className="mb-2 font-medium text-14">Reminders from Square</legend>
                {REMINDERS.map(({ days, label }) => (
                  <Checkbox
                    key={days}
                    label={label}
                    checked={content.reminderDays.includes(days)}
                    onChange={(event) =>
                      change({
                        reminderDays: event.currentTarget.checked
                          ? [...content.reminderDays, days]
                          : content.reminderDays.filter((other) => other !== days),
                      })
                    }
                  />
                ))}
              </fieldset>
            )}
            <Checkbox
              label="Accept bank transfers"
              hint="In addition to cards."
              checked={content.acceptsBankTransfers}
              onChange={(event) => change({ acceptsBankTransfers: event.currentTarget.checked })}
            />
          </div>
        </Card>
      </div>
      <div className="flex flex-col gap-4 min-[1100px]:sticky min-[1100px]:top-20 min-[1100px]:max-h-[calc(100dvh-7rem)] min-[1100px]:overflow-y-auto min-[1100px]:rounded-medium min-[1100px]:border min-[1100px]:border-line min-[1100px]:bg-surface min-[1100px]:p-6">
        <DraftSummary payments={content.payments} total={total} />
        {hasTriedToSave && problem && (
          <Banner tone="negative" urgent>
            {problem}
          </Banner>
        )}
        {error && (
          <Banner tone="negative" urgent>
            {errorMessage(error, "We couldn't save the invoice. Try again.")}
          </Banner>
        )}
        {/* Stays visible if there are more payments than fit. */}
        <div className="flex justify-end min-[1100px]:sticky min-[1100px]:-bottom-6 min-[1100px]:-mx-6 min-[1100px]:-mb-6 min-[1100px]:bg-surface min-[1100px]:px-6 min-[1100px]:pt-2 min-[1100px]:pb-6 min-[1100px]:*:flex-1">
          <Button type="submit" tone="primary" busy={isPending} busyLabel="Saving...">
            {submitLabel}
          </Button>
        </div>
      </div>
    </form>
  );
}
