import { addDays, type CalendarDate } from "#domain/dates/calendar-date.ts";
import type { ProposalContent } from "#domain/proposals/proposal-content.ts";
import { PROPOSAL_LIMITS } from "#domain/proposals/text-limits.ts";

/** How long a new or an extended proposal is valid. */
export const VALID_DAYS = 30;
const INVOICE_DAYS = 14;

type NewProposalOptions = {
  /** The company that the proposal is for. */
  company: string;
  /** What the client asked for, if the proposal answers an inquiry or a quote request. */
  request: { service: string; text: string; startsOn: CalendarDate | null } | null;
  template: ProposalContent | null;
  today: CalendarDate;
};

/**
 * The content of a new draft. Without a template, it has one section, no line items, and a payment plan with half of the total as
 * a deposit. In the text of a template, the company replaces "[client]".
 */
export function newProposalContent({
  company,
  request,
  template,
  today,
}: NewProposalOptions): ProposalContent {
  const content: ProposalContent = template
    ? fillInClient(template, company)
    : {
        title: toTitle(request ? `${request.service} for ${company}` : `Proposal for ${company}`),
        sections: [{ id: "summary", heading: "Summary", body: "" }],
        items: [],
        discount: null,
        taxNote: "",
        plan: {
          deposit: {
            share: { kind: "percent", basisPoints: 5_000 },
            due: { kind: "on_acceptance", days: INVOICE_DAYS },
            whenDue: "prepare_invoice",
          },
          rest: {
            kind: "balance",
            due: { kind: "on_completion", days: INVOICE_DAYS },
            whenDue: "prepare_invoice",
          },
        },
        milestones: [],
        startsOn: null,
        completesOn: null,
        validUntil: null,
        terms: null,
      };
  return {
    ...content,
    sections: request?.text ? [toRequestSection(request.text), ...content.sections] : content.sections,
    startsOn: request?.startsOn ?? null,
    completesOn: null,
    validUntil: addDays(today, VALID_DAYS),
    terms: null,
  };
}

function fillInClient(template: ProposalContent, company: string): ProposalContent {
  const fillIn = (text: string, maxLength: number, name = company) => {
    const filled = text.replaceAll(/\[client\]/gi, () => name);
    return filled.length > maxLength ? text : filled;
  };
  return {
    ...template,
    title: fillIn(template.title, PROPOSAL_LIMITS.title),
    sections: template.sections.map(({ heading, body, ...section }) => ({
      ...section,
      heading: fillIn(heading, PROPOSAL_LIMITS.heading),
      body: fillIn(body, PROPOSAL_LIMITS.section, escapeMarkdown(company)),
    })),
    items: template.items.map((item) => ({
      ...item,
      description: fillIn(item.description, PROPOSAL_LIMITS.description),
      details: fillIn(item.details, PROPOSAL_LIMITS.details),
    })),
  };
}

function toRequestSection(text: string): ProposalContent["sections"][number] {
  return { id: "request", heading: "Your request", body: escapeMarkdown(text) };
}

/** Keeps the text of a request as it was typed. */
function escapeMarkdown(text: string): string {
  return text
    .replaceAll(/[\\`*_{}[\]<>#+|~]/g, "\\$&")
    .slice(0, PROPOSAL_LIMITS.section)
    .trim();
}

function toTitle(text: string): string {
  return text.slice(0, PROPOSAL_LIMITS.title).trim();
}
