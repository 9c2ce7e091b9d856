import * as z from "zod/mini";
import { calendarDate, isCalendarDate } from "#domain/dates/calendar-date.ts";
import { type Cents, cents } from "#domain/money/money.ts";
import {
  MAX_AMOUNT_CENTS,
  MAX_HUNDREDTHS,
  MAX_RATE_CENTS,
  PROPOSAL_LIMITS,
} from "#domain/proposals/text-limits.ts";
import { multiLine } from "#domain/text/multi-line.ts";
import { singleLine } from "#domain/text/single-line.ts";

const Line = (maxLength: number) => multiLine(maxLength).check(singleLine);
const RequiredLine = (maxLength: number, message: string) => Line(maxLength).check(z.minLength(1, message));
/** Identifies a section, line item or milestone in all versions of a proposal. */
export const PartId = z.string().check(z.regex(/^[\w-]{1,40}$/, "Reload the page and try again"));
const DateText = z.pipe(
  z.string().check(z.refine(isCalendarDate, "Enter a valid date")),
  z.transform(calendarDate),
);
const OptionalDate = z.nullable(DateText);

const wholeNumber = (minimum: number, maximum: number, message: string) =>
  z.number(message).check(z.int(message), z.gte(minimum, message), z.lte(maximum, message));
const amount = (minimum: number, maximum: number, message: string) =>
  z.pipe(
    wholeNumber(minimum, maximum, message),
    z.transform((value): Cents => cents(value)),
  );
const AMOUNT_MESSAGE = "Enter an amount up to $10,000,000";
/** Hundredths of a percent. */
const basisPoints = (maximum: number) => wholeNumber(1, maximum, "Enter a percentage above 0%");

const Section = z.object({
  id: PartId,
  heading: RequiredLine(PROPOSAL_LIMITS.heading, "Enter a heading"),
  /** Markdown. */
  body: multiLine(PROPOSAL_LIMITS.section),
});

const ItemText = {
  id: PartId,
  description: RequiredLine(PROPOSAL_LIMITS.description, "Enter a description"),
  details: multiLine(PROPOSAL_LIMITS.details),
  /** Whether the client can leave the item out. */
  isOptional: z.boolean(),
  /** Whether an optional item is selected when the client opens the proposal. */
  isPreselected: z.boolean(),
};

/** A line item: hours at a rate, or a fixed amount. Amounts are in cents. */
const Item = z.discriminatedUnion("kind", [
  z.object({
    ...ItemText,
    kind: z.literal("hours"),
    /** The rate card that the rate is from. Empty for any other rate. */
    serviceType: Line(PROPOSAL_LIMITS.description),
    /** Hundredths of an hour. */
    hundredths: wholeNumber(1, MAX_HUNDREDTHS, "Enter up to 10,000 hours"),
    rate: amount(0, MAX_RATE_CENTS, "Enter a rate up to $100,000"),
  }),
  z.object({ ...ItemText, kind: z.literal("fixed"), amount: amount(0, MAX_AMOUNT_CENTS, AMOUNT_MESSAGE) }),
]);

/** A percentage of the total in basis points, or an amount in cents. */
const Share = (maxBasisPoints: number) =>
  z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("percent"), basisPoints: basisPoints(maxBasisPoints) }),
    z.object({ kind: z.literal("amount"), amount: amount(1, MAX_AMOUNT_CENTS, AMOUNT_MESSAGE) }),
  ]);

const Days = wholeNumber(0, PROPOSAL_LIMITS.days, `Enter up to ${PROPOSAL_LIMITS.days} days`);

/** When a payment is due: on a date, or a number of days after an event. */
const PaymentDue = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("date"), date: DateText }),
  z.object({ kind: z.literal("on_acceptance"), days: Days }),
  z.object({ kind: z.literal("on_completion"), days: Days }),
  z.object({ kind: z.literal("milestone"), milestoneId: PartId, days: Days }),
]);

/** What happens when a payment becomes due: its invoice is prepared, or prepared and published. */
const WhenDue = z.enum(["prepare_invoice", "publish_invoice"]);

const Payment = { due: PaymentDue, whenDue: WhenDue };

/** A deposit, if any, and the rest: one balance or 2 to 12 installments. */
const PaymentPlan = z.object({
  /** A deposit of 100% would leave no balance. */
  deposit: z.nullable(z.object({ share: Share(9_999), ...Payment })),
  rest: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("balance"), ...Payment }),
    z.object({
      kind: z.literal("installments"),
      installments: z
        .array(
          z.object({
            /** The part of the rest. Null in all installments splits the rest evenly. */
            basisPoints: z.nullable(basisPoints(10_000)),
            ...Payment,
          }),
        )
        .check(
          z.minLength(2, "Enter at least 2 installments"),
          z.maxLength(
            PROPOSAL_LIMITS.installments,
            `Enter at most ${PROPOSAL_LIMITS.installments} installments`,
          ),
        ),
    }),
  ]),
});

const Milestone = z.object({
  id: PartId,
  title: RequiredLine(PROPOSAL_LIMITS.title, "Enter a title"),
  dueOn: OptionalDate,
});

/**
 * The content of a proposal's version. A draft can be incomplete: see `findSendingProblems`. A sent version is stored as canonical
 * JSON, and its hash identifies what the client accepted.
 */
export const ProposalContent = z.object({
  title: RequiredLine(PROPOSAL_LIMITS.title, "Enter a title"),
  sections: z
    .array(Section)
    .check(z.maxLength(PROPOSAL_LIMITS.sections, `Enter at most ${PROPOSAL_LIMITS.sections} sections`)),
  items: z
    .array(Item)
    .check(z.maxLength(PROPOSAL_LIMITS.items, `Enter at most ${PROPOSAL_LIMITS.items} line items`)),
  discount: z.nullable(Share(10_000)),
  taxNote: multiLine(PROPOSAL_LIMITS.taxNote),
  plan: PaymentPlan,
  milestones: z
    .array(Milestone)
    .check(z.maxLength(PROPOSAL_LIMITS.milestones, `Enter at most ${PROPOSAL_LIMITS.milestones} milestones`)),
  /** The dates of the project. Without a start, the project starts on the day of acceptance. */
  startsOn: OptionalDate,
  completesOn: OptionalDate,
  /** The last day of validity in the firm's time zone. Required to send the proposal. */
  validUntil: OptionalDate,
  /** The firm's terms, copied when the proposal is sent. Null in drafts. */
  terms: z.nullable(z.object({ version: z.number(), body: z.string() })),
});
export type ProposalContent = z.infer<typeof ProposalContent>;
export type ProposalItem = ProposalContent["items"][number];
export type PaymentPlan = ProposalContent["plan"];
export type PaymentDue = z.infer<typeof PaymentDue>;
export type WhenDue = z.infer<typeof WhenDue>;
