import type * as z from "zod/mini";
import { type CalendarDate, parseCalendarDate } from "#domain/dates/calendar-date.ts";
import { type Cents, cents } from "#domain/money/money.ts";
import { ProposalContent } from "#domain/proposals/proposal-content.ts";

/** The content of a proposal while it is edited. A number that is missing or invalid is NaN. */
export type DraftContent = z.input<typeof ProposalContent>;
export type DraftItem = DraftContent["items"][number];
export type DraftPlan = DraftContent["plan"];
export type DraftShare = NonNullable<DraftContent["discount"]>;
export type DraftDue = NonNullable<DraftPlan["deposit"]>["due"];
export type DraftPayment = Pick<NonNullable<DraftPlan["deposit"]>, "due" | "whenDue">;

/** Returns the message of the field at a path, such as "items.0.description". */
export type FindFieldError = (path: string) => string | undefined;

/** The first message of each invalid field, by path. */
export function listFieldErrors(content: DraftContent): ReadonlyMap<string, string> {
  const parsed = ProposalContent.safeParse(content);
  const issues = parsed.success ? [] : parsed.error.issues;
  return new Map(issues.toReversed().map(({ path, message }) => [path.join("."), message]));
}

export type PreviewContent = Pick<ProposalContent, "items" | "discount" | "plan">;

/**
 * The content with every invalid number replaced by 0 and every invalid due date by today, to compute amounts while the
 * user types.
 */
export function toPreviewContent(content: DraftContent, today: CalendarDate): PreviewContent {
  const { items, discount, plan } = content;
  const toPayment = <Payment extends DraftPayment>(payment: Payment) => ({
    ...payment,
    due:
      payment.due.kind === "date"
        ? { ...payment.due, date: parseCalendarDate(payment.due.date) ?? today }
        : { ...payment.due, days: toValidNumber(payment.due.days) },
  });
  return {
    items: items.map((item) =>
      item.kind === "fixed"
        ? { ...item, amount: toValidCents(item.amount) }
        : { ...item, hundredths: toValidNumber(item.hundredths), rate: toValidCents(item.rate) },
    ),
    discount: discount && toPreviewShare(discount),
    plan: {
      deposit: plan.deposit && { ...toPayment(plan.deposit), share: toPreviewShare(plan.deposit.share) },
      rest:
        plan.rest.kind === "balance"
          ? toPayment(plan.rest)
          : {
              ...plan.rest,
              installments: plan.rest.installments.map((installment) => ({
                ...toPayment(installment),
                basisPoints: installment.basisPoints === null ? null : toValidNumber(installment.basisPoints),
              })),
            },
    },
  };
}

function toPreviewShare(share: DraftShare): NonNullable<ProposalContent["discount"]> {
  return share.kind === "amount"
    ? { ...share, amount: toValidCents(share.amount) }
    : { ...share, basisPoints: Math.min(MAX_BASIS_POINTS, toValidNumber(share.basisPoints)) };
}

function toValidCents(amount: number): Cents {
  return cents(toValidNumber(amount));
}

const MAX_BASIS_POINTS = 10_000;
/** A limit above that of every field, so that sums remain exact. */
const MAX_NUMBER = 1_000_000_000;

function toValidNumber(value: number): number {
  return Number.isSafeInteger(value) && value > 0 ? Math.min(value, MAX_NUMBER) : 0;
}
