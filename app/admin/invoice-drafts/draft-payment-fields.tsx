import { Select } from "#app/ui/forms/select.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { type CalendarDate, parseCalendarDate } from "#domain/dates/calendar-date.ts";
import { draftPaymentName } from "#domain/invoices/drafts/draft-labels.ts";
import { MAX_INSTALLMENTS } from "#domain/invoices/drafts/draft-schedule.ts";
import { cents, formatDollars } from "#domain/money/money.ts";
import { listKeys } from "#domain/status.ts";
import { DecimalField } from "../forms/decimal-field.tsx";
import {
  createPayments,
  type FormPayment,
  findSplit,
  type PaymentSplit,
  withRest,
} from "./draft-form-content.ts";

const SPLIT_LABELS = {
  balance: "One payment",
  deposit: "Deposit and balance",
  installments: "Installments",
} satisfies Record<PaymentSplit, string>;
const SPLITS = listKeys(SPLIT_LABELS);

const MIN_INSTALLMENTS = 2;
const COUNT_OPTIONS = Array.from({ length: MAX_INSTALLMENTS - MIN_INSTALLMENTS + 1 }, (_, index) => ({
  value: String(index + MIN_INSTALLMENTS),
  label: String(index + MIN_INSTALLMENTS),
}));

type DraftPaymentFieldsProps = {
  payments: readonly FormPayment[];
  total: number;
  today: CalendarDate;
  onChange: (payments: FormPayment[]) => void;
  findError: (field: string) => string | undefined;
};

/** How and when an invoice is paid. The last payment is the rest of the total. */
export function DraftPaymentFields({ payments, total, today, onChange, findError }: DraftPaymentFieldsProps) {
  const split = findSplit(payments);
  const firstDueOn = parseCalendarDate(payments[0]?.dueOn) ?? today;
  const change = (index: number, payment: FormPayment) =>
    onChange(withRest(payments.with(index, payment), total));
  return (
    <Card aria-labelledby="invoice-payments">
      <CardHeader
        title={<span id="invoice-payments">Payments</span>}
        subtitle="Installments require Invoices Plus in Square. Without it, they're replaced with a deposit and a balance."
      />
      <div className="mb-4 grid max-w-md grid-cols-[minmax(0,2fr)_minmax(0,1fr)] gap-4 sm:grid-cols-2">
        <Select
          label="Paid in"
          className={split === "installments" ? "" : "max-sm:col-span-full"}
          options={SPLITS.map((value) => ({ value, label: SPLIT_LABELS[value] }))}
          value={split}
          onChange={(event) => {
            const selected = SPLITS.find((value) => value === event.currentTarget.value) ?? split;
            onChange(createPayments(selected, { total, firstDueOn }));
          }}
        />
        {split === "installments" && (
          <Select
            label="Number"
            options={COUNT_OPTIONS}
            value={String(payments.length)}
            onChange={(event) =>
              onChange(createPayments(split, { total, firstDueOn, count: Number(event.currentTarget.value) }))
            }
          />
        )}
      </div>
      <ol className="divide-y divide-line border-line border-y">
        {payments.map((payment, index) => {
          const name = draftPaymentName(payments, index);
          const isLast = index === payments.length - 1;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: payments have no ids, and their number is part of the key.
            <li key={`${split}-${payments.length}-${index}`} className="py-4">
              {/* biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out as a grid in all browsers. */}
              <div role="group" aria-label={name} className="grid items-start gap-4 sm:grid-cols-3">
                <p className="font-medium text-14 sm:leading-10 sm:pt-7">{name}</p>
                <TextField
                  label="Due date"
                  type="date"
                  required
                  min={today}
                  value={payment.dueOn}
                  onChange={(event) => change(index, { ...payment, dueOn: event.currentTarget.value })}
                  error={findError(`${index}.dueOn`)}
                />
                {isLast ? (
                  <p className="flex items-baseline justify-between gap-2 sm:block sm:text-right">
                    <span className="text-13 text-muted sm:mb-1.5 sm:block">
                      {payments.length > 1 ? "Remaining" : "Total"}
                    </span>
                    <span className="tabular font-medium text-14 sm:leading-10">
                      {formatDollars(cents(payment.amountCents))}
                    </span>
                  </p>
                ) : (
                  <DecimalField
                    label="Amount ($)"
                    required
                    value={payment.amountCents}
                    onChange={(amountCents) => change(index, { ...payment, amountCents })}
                    error={findError(`${index}.amountCents`)}
                    emptyError="Enter an amount"
                  />
                )}
              </div>
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
