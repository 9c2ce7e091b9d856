import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import type { Cents } from "#domain/money/money.ts";
import { ELECTRONIC_CONSENT } from "#domain/proposals/consent.ts";
import { dueDateAtAcceptance, resolvePaymentPlan } from "#domain/proposals/payment-plan.ts";
import type { ProposalContent } from "#domain/proposals/proposal-content.ts";
import { listOptionalIds, proposalTotals } from "#domain/proposals/proposal-totals.ts";
import type { AcceptProposal } from "#domain/proposals/proposals-api.ts";
import type { Query } from "#server/database/database.ts";
import { ApiError } from "#server/http/errors.ts";
import { isPrintable } from "#server/pdf/printable-text.ts";
import { createVerificationCode } from "#server/pdf/verification-code.ts";
import { closedProposalError } from "#server/proposals/proposal-errors.ts";
import { parseContent } from "#server/proposals/stored-content.ts";

const MAX_USER_AGENT_LENGTH = 1000;

type AcceptOptions = { now: Date; ip: string; userAgent: string };

/**
 * Accepts a version as the calling client. Computes the amounts from the stored version, so the request contains only the selected
 * items.
 * @throws {ApiError} 400 if the certificate can't print the name or the title, 409 if the version is outdated, or the proposal has expired or is closed
 */
export async function acceptProposal(
  query: Query,
  id: string,
  input: AcceptProposal,
  { now, ip, userAgent }: AcceptOptions,
): Promise<void> {
  if (input.consentVersion !== ELECTRONIC_CONSENT.version) {
    throw new ApiError(409, "outdated_consent", "The consent text has changed. Reload the page to read it.");
  }
  assertPrintable("full name", input.name);
  assertPrintable("title", input.title);
  const [sent] = await query(
    "select content from public.proposal_versions where proposal_id = $1 and version = $2 and sent_at is not null",
    [id, input.version],
  );
  const today = firmToday(now);
  if (!sent) {
    // The caller's policies hide drafts and other clients' proposals.
    throw closedProposalError("unknown");
  }
  const content = parseContent(sent.content);
  const optionalIds = new Set(listOptionalIds(content));
  if (!input.selectedItemIds.every((itemId) => optionalIds.has(itemId))) {
    throw new ApiError(
      400,
      "invalid_input",
      "Some of the selected items aren't in this proposal. Reload the page.",
    );
  }
  const totals = proposalTotals(content, new Set(input.selectedItemIds));
  const signer = {
    name: input.name,
    title: input.title,
    termsVersion: content.terms?.version ?? 0,
    consentVersion: ELECTRONIC_CONSENT.version,
    consentText: ELECTRONIC_CONSENT.text,
    ip,
    userAgent: [...userAgent].slice(0, MAX_USER_AGENT_LENGTH).join(""),
    code: createVerificationCode(),
  };
  const [row] = await query(
    "select endpoints.accept_proposal($1, $2, $3, $4, $5, $6, $7, $8, $9) as outcome",
    [
      id,
      input.version,
      input.sha256,
      JSON.stringify(signer),
      JSON.stringify(totals),
      JSON.stringify(toProjectDates(content, today)),
      JSON.stringify(content.milestones),
      JSON.stringify(toPlannedPayments(content, totals.total, today)),
      today,
    ],
  );
  if (row?.outcome !== "accepted-now") {
    throw closedProposalError(row?.outcome);
  }
}

/** The certificate must show who signed, and its fonts don't have the letters of every script. @throws {ApiError} 400 */
function assertPrintable(field: "full name" | "title", text: string): void {
  if (!isPrintable(text)) {
    throw new ApiError(
      400,
      "unprintable_signature",
      `The certificate of acceptance can't print “${text}”. Enter your ${field} in Latin letters (A to Z, also with accents) or Cyrillic letters.`,
    );
  }
}

/** The name and dates of the project that acceptance creates. A project without a start date starts on the day of acceptance. */
function toProjectDates({ title, startsOn, completesOn }: ProposalContent, today: CalendarDate) {
  const start = startsOn ?? today;
  return { name: title, startsOn: completesOn && completesOn < start ? completesOn : start, completesOn };
}

/** The rows of public.planned_payments that acceptance creates. */
function toPlannedPayments({ plan }: ProposalContent, total: Cents, today: CalendarDate) {
  return resolvePaymentPlan(plan, total).map(({ kind, number, amount, due, whenDue }) => ({
    kind,
    number,
    amount,
    whenDue,
    dueKind: due.kind,
    dueDays: due.kind === "date" ? 0 : due.days,
    dueOn: dueDateAtAcceptance(due, today),
    milestoneId: due.kind === "milestone" ? due.milestoneId : null,
  }));
}
