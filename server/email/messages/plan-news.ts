import type { Brand } from "#brand";
import { type CalendarDate, formatDate } from "#domain/dates/calendar-date.ts";
import {
  button,
  clientSignature,
  contactSentence,
  details,
  type EmailContent,
  greeting,
  paragraph,
  reasonFootnote,
} from "#server/email/content.ts";

type Firm = Pick<Brand, "name" | "contactEmail" | "accountManager">;

/** A client's support plan. `monthlyPrice` is formatted. */
export type PlanNews = { contactPerson: string; tierName: string; monthlyPrice: string };

/** Sent to the client when a support plan starts. */
export function planStarted(
  plan: PlanNews & { startsOn: CalendarDate | null },
  publicUrl: string,
  brand: Firm,
): EmailContent {
  return {
    subject: `Your ${brand.name} ${plan.tierName} plan is set up`,
    blocks: [
      greeting(plan.contactPerson),
      paragraph(`Thanks for choosing ${plan.tierName}. The client portal shows what your plan includes.`),
      details(
        ["Plan", plan.tierName],
        ["Price", `${plan.monthlyPrice} per month`],
        ...(plan.startsOn ? [["First day", formatDate(plan.startsOn)] as const] : []),
      ),
      ...createClosing(publicUrl, brand),
    ],
  };
}

/** Sent to the client when a support plan is replaced by another one. `nextChargeOn` is null if it is unknown. */
export function planChanged(
  plan: PlanNews & { previousTierName: string; nextChargeOn: CalendarDate | null },
  publicUrl: string,
  brand: Firm,
): EmailContent {
  return {
    subject: `Your ${brand.name} plan is now ${plan.tierName}`,
    blocks: [
      greeting(plan.contactPerson),
      paragraph(`We've changed your support plan from ${plan.previousTierName} to ${plan.tierName}.`),
      describePlan(plan),
      ...createClosing(publicUrl, brand),
    ],
  };
}

/** Sent to the client when a support plan is canceled. `endsOn` is its last day, if it is known. */
export function planEnded(
  plan: PlanNews & { endsOn: CalendarDate | null; hasEnded: boolean },
  publicUrl: string,
  brand: Firm,
): EmailContent {
  const verb = plan.hasEnded ? "ended" : "ends";
  const day = plan.endsOn ? ` on ${formatDate(plan.endsOn)}` : "";
  return {
    subject: `Your ${brand.name} ${plan.tierName} plan ${verb}${day}`,
    blocks: [
      greeting(plan.contactPerson),
      paragraph(
        plan.hasEnded
          ? "You won't be billed for this plan again."
          : "You can use your plan as before until its last day, and you won't be billed for it again.",
      ),
      details(
        ["Plan", plan.tierName],
        ...(plan.endsOn ? [["Last day", formatDate(plan.endsOn)] as const] : []),
      ),
      ...createClosing(publicUrl, brand),
    ],
  };
}

/** Sent to the client when a support plan is no longer scheduled to end. `nextChargeOn` is null if it is unknown. */
export function planKept(
  plan: PlanNews & { nextChargeOn: CalendarDate | null },
  publicUrl: string,
  brand: Firm,
): EmailContent {
  return {
    subject: `Your ${brand.name} ${plan.tierName} plan continues`,
    blocks: [
      greeting(plan.contactPerson),
      paragraph(`Your ${plan.tierName} plan is no longer scheduled to end. It continues as before.`),
      describePlan(plan),
      ...createClosing(publicUrl, brand),
    ],
  };
}

function describePlan(plan: PlanNews & { nextChargeOn: CalendarDate | null }) {
  return details(
    ["Plan", plan.tierName],
    ["Price", `${plan.monthlyPrice} per month`],
    ...(plan.nextChargeOn ? [["Next charge", formatDate(plan.nextChargeOn)] as const] : []),
  );
}

function createClosing(publicUrl: string, brand: Firm) {
  return [
    button("View your plan", `${publicUrl}/client-portal?section=book-service`),
    contactSentence("Not what you expected? Contact us at", brand),
    clientSignature(brand),
    reasonFootnote(`you have a support plan with ${brand.name}.`),
  ];
}
