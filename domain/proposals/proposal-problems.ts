import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import { findPlanProblem } from "#domain/proposals/payment-plan.ts";
import type { PaymentDue, ProposalContent } from "#domain/proposals/proposal-content.ts";
import { hasExpired } from "#domain/proposals/proposal-status.ts";
import { lowestTotal } from "#domain/proposals/proposal-totals.ts";

export type ProposalArea = "sections" | "items" | "discount" | "plan" | "milestones" | "dates";
export type ProposalProblem = { area: ProposalArea; message: string };

/**
 * Lists why a draft cannot be sent.
 * @param today today's date in the firm's time zone
 */
export function findSendingProblems(content: ProposalContent, today: CalendarDate): ProposalProblem[] {
  const problems: ProposalProblem[] = [];
  const report = (area: ProposalArea, message: string) => problems.push({ area, message });
  if (hasDuplicateIds(content)) {
    report("items", "Two parts of the proposal have the same id. Reload the page and try again.");
  }
  for (const { heading, body } of content.sections) {
    if (body.trim() === "") {
      report("sections", `The section “${heading}” has no text. Add text, or remove the section.`);
    }
  }
  if (!content.items.some((item) => !item.isOptional)) {
    report("items", "Add at least one line item that isn't optional.");
  } else if (content.discount?.kind === "amount" && content.discount.amount > subtotalOfRequired(content)) {
    report("discount", "The discount is more than the total without optional items.");
  }
  const planProblem = findPlanProblem(content.plan, lowestTotal(content));
  if (planProblem) {
    report("plan", planProblem);
  }
  const milestoneIds = new Set(content.milestones.map(({ id }) => id));
  if (listDues(content).some((due) => due.kind === "milestone" && !milestoneIds.has(due.milestoneId))) {
    report("plan", "A payment depends on a milestone that was removed. Choose another one.");
  }
  if (!content.validUntil) {
    report("dates", "Enter the last day on which the client can accept the proposal.");
  } else if (hasExpired(content.validUntil, today)) {
    report(
      "dates",
      "The last day on which the client can accept the proposal has passed. Choose a later one.",
    );
  }
  if (content.startsOn && content.completesOn && content.completesOn < content.startsOn) {
    report("dates", "The project can't be completed before it starts.");
  }
  return problems;
}

/** Markdown links and checkboxes are not placeholders. Neither are brackets that a client typed, because they are escaped. */
const PLACEHOLDER = /(?<!\\)\[[^\]\n\\]{2,}\](?![(:[])/g;

/** A template placeholder, such as "[date]", and the title, section or line item that contains it. */
export type Placeholder = { text: string; place: string };

/** The placeholders that are still in the text, each with the first place that contains it. */
export function listPlaceholders({
  title,
  sections,
  items,
}: Pick<ProposalContent, "title" | "sections" | "items">): Placeholder[] {
  const parts = [
    { place: "Title", texts: [title] },
    ...sections.map(({ heading, body }) => ({ place: heading, texts: [heading, body] })),
    ...items.map(({ description, details }) => ({ place: description, texts: [description, details] })),
  ];
  const placeholders = parts.flatMap(({ place, texts }) =>
    texts.flatMap((text) => text.match(PLACEHOLDER) ?? []).map((text) => ({ text, place })),
  );
  return placeholders.filter(
    ({ text }, index) => placeholders.findIndex((other) => other.text === text) === index,
  );
}

/** The due dates and events of all payments, in order. */
export function listDues({ plan }: Pick<ProposalContent, "plan">): PaymentDue[] {
  const rest = plan.rest.kind === "balance" ? [plan.rest] : plan.rest.installments;
  return [...(plan.deposit ? [plan.deposit] : []), ...rest].map(({ due }) => due);
}

function subtotalOfRequired(content: ProposalContent): number {
  return lowestTotal({ items: content.items, discount: null });
}

function hasDuplicateIds({ sections, items, milestones }: ProposalContent): boolean {
  return [sections, items, milestones].some(
    (parts) => new Set(parts.map(({ id }) => id)).size < parts.length,
  );
}
