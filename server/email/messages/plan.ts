import type { Brand } from "#brand";
import { type CalendarDate, formatDate } from "#domain/dates/calendar-date.ts";
import { planRequestText } from "#domain/square/writing.ts";
import { type PlanRequestSummary, planRequestTitle } from "#domain/subscriptions/plan-request.ts";
import {
  button,
  clientSignature,
  contactSentence,
  details,
  type EmailContent,
  greeting,
  paragraph,
  quote,
  reasonFootnote,
  withTitle,
} from "#server/email/content.ts";

type Firm = Pick<Brand, "name" | "contactEmail" | "accountManager">;

/** The details of a plan request that emails contain. */
export type PlanRequestDetails = PlanRequestSummary & {
  company: string;
  contact_person: string;
  /** The client's plan when the request was made. */
  currentTierName: string;
  note: string;
};

const FIRM_FOOTNOTE = reasonFootnote("this address receives client requests.");

/** Sent to the firm when a client requests to change, cancel or keep a plan. */
export function planRequestedForFirm(
  request: PlanRequestDetails & { isWritingEnabled: boolean },
  publicUrl: string,
): EmailContent {
  const { kind, effective_on: effectiveOn, isWritingEnabled } = request;
  return withTitle(
    (shorten) => `Request from ${shorten(request.company)}: ${planRequestTitle(request)}`,
    [
      paragraph(`Answer due within 24 hours. ${planRequestText({ kind, effectiveOn }, isWritingEnabled)}`),
      details(
        ["Client", request.company],
        ["Current plan", request.currentTierName],
        ["Request", planRequestTitle(request)],
      ),
      ...(request.note ? [quote(request.note)] : []),
      button("Review request", `${publicUrl}/admin/subscriptions`),
      FIRM_FOOTNOTE,
    ],
  );
}

/** Sent to the firm when a client withdraws a request that was not answered. */
export function planRequestWithdrawn(request: PlanRequestDetails, publicUrl: string): EmailContent {
  return withTitle(
    (shorten) => `${shorten(request.company)} withdrew a plan request`,
    [
      paragraph("You don't need to answer this request."),
      details(
        ["Client", request.company],
        ["Current plan", request.currentTierName],
        ["Withdrawn", planRequestTitle(request)],
      ),
      button("View subscriptions", `${publicUrl}/admin/subscriptions`),
      FIRM_FOOTNOTE,
    ],
  );
}

/** Sent to the client when the request has been stored. */
export function planRequestReceived(
  request: PlanRequestDetails,
  publicUrl: string,
  brand: Firm,
): EmailContent {
  return {
    subject: `We received your request: ${planRequestTitle(request)}`,
    blocks: [
      greeting(request.contact_person),
      paragraph("Thanks for your request. We'll reply within 24 hours."),
      details(["Current plan", request.currentTierName], ["Request", planRequestTitle(request)]),
      paragraph(describeEffect(request)),
      button("View your plan", `${publicUrl}/client-portal?section=book-service`),
      clientSignature(brand),
      createPlanFootnote(brand),
    ],
  };
}

/** Sent to the client when the request is answered. An administrator wrote `answer`. */
export function planRequestAnswered(
  request: PlanRequestDetails,
  answer: string,
  publicUrl: string,
  brand: Firm,
): EmailContent {
  return {
    subject: `${brand.name} answered your plan request: ${planRequestTitle(request)}`,
    blocks: [
      greeting(request.contact_person),
      paragraph("Here's our answer to your plan request:"),
      quote(answer),
      details(["Plan when requested", request.currentTierName], ["Request", planRequestTitle(request)]),
      button("View your plan", `${publicUrl}/client-portal?section=book-service`),
      contactSentence("Questions? Reply to this email or contact", brand),
      clientSignature(brand),
      createPlanFootnote(brand),
    ],
  };
}

export type DuplicatePlan = { tierName: string; monthlyPrice: string; startsOn: CalendarDate | null };

/** Sent to the firm when Square bills a client for more than one plan. */
export function duplicatePlans(
  { company, plans }: { company: string; plans: readonly DuplicatePlan[] },
  publicUrl: string,
): EmailContent {
  return withTitle(
    (shorten) => `${shorten(company)} is billed for ${plans.length} plans`,
    [
      paragraph(
        "Ask the client which plan they want. In Square, cancel the other one and refund its last payment.",
      ),
      details(
        ["Client", company],
        ...plans.map(
          ({ tierName, monthlyPrice, startsOn }) =>
            [
              tierName,
              `${monthlyPrice} per month${startsOn ? `, since ${formatDate(startsOn)}` : ""}`,
            ] as const,
        ),
      ),
      button("Review subscriptions", `${publicUrl}/admin/subscriptions`),
      reasonFootnote("this address receives alerts about the portal."),
    ],
  );
}

function describeEffect({ kind, effective_on }: PlanRequestDetails): string {
  if (kind === "change") {
    return "Your current plan stays active until we've changed it. You won't be billed for two plans.";
  }
  if (kind === "keep") {
    return effective_on
      ? `Until we confirm, your plan still ends on ${formatDate(effective_on)}. If we keep it, Square charges you again after that day.`
      : "Until we confirm, your plan still ends. If we keep it, Square charges you again.";
  }
  return effective_on
    ? `Your plan ends on ${formatDate(effective_on)}, the last day you've paid for.`
    : "Your plan ends on the last day you've paid for.";
}

function createPlanFootnote(brand: Firm) {
  return reasonFootnote(`you sent a request in the ${brand.name} client portal.`);
}
