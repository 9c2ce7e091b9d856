import { formatDate } from "#domain/dates/calendar-date.ts";
import { formatDollars } from "#domain/money/money.ts";
import {
  formatDue,
  formatItemPrice,
  formatPaymentName,
  formatShare,
} from "#domain/proposals/format-proposal.ts";
import { resolvePaymentPlan } from "#domain/proposals/payment-plan.ts";
import type { ProposalContent, ProposalItem } from "#domain/proposals/proposal-content.ts";
import { proposalTotals } from "#domain/proposals/proposal-totals.ts";

export type ProposalChange = {
  kind: "added" | "removed" | "changed";
  /** The part that changed, such as "Section: Scope" or "Total". */
  part: string;
  /** The text in each version. Null in the version without the part. */
  before: string | null;
  after: string | null;
};

/** A part of a version as text. Parts with the same key are compared. */
type Part = { key: string; label: string; text: string };

/** Lists what changed between two versions, in the order of the newer one, and then what was removed. */
export function compareVersions(before: ProposalContent, after: ProposalContent): ProposalChange[] {
  const [oldParts, newParts] = [listParts(before), listParts(after)];
  const oldByKey = new Map(oldParts.map((part) => [part.key, part]));
  const newKeys = new Set(newParts.map(({ key }) => key));
  return [
    ...newParts.flatMap(({ key, label, text }): ProposalChange[] => {
      const old = oldByKey.get(key);
      if (!old) {
        return [{ kind: "added", part: label, before: null, after: text }];
      }
      return old.text === text && old.label === label
        ? []
        : [{ kind: "changed", part: label, before: old.text, after: text }];
    }),
    ...oldParts
      .filter(({ key }) => !newKeys.has(key))
      .map(
        ({ label, text }): ProposalChange => ({ kind: "removed", part: label, before: text, after: null }),
      ),
  ];
}

function listParts(content: ProposalContent): Part[] {
  const { total } = proposalTotals(content);
  const { discount, taxNote, startsOn, completesOn, validUntil, terms } = content;
  return [
    { key: "title", label: "Title", text: content.title },
    ...content.sections.map(({ id, heading, body }) => ({
      key: `section ${id}`,
      label: `Section: ${heading}`,
      text: body,
    })),
    ...content.items.map((item) => ({
      key: `item ${item.id}`,
      label: `Line item: ${item.description}`,
      text: describeItem(item),
    })),
    ...optionalPart("discount", "Discount", discount && formatShare(discount)),
    { key: "total", label: "Total", text: formatDollars(total) },
    ...optionalPart("tax", "Tax", taxNote),
    ...listPayments(content),
    ...content.milestones.map(({ id, title, dueOn }) => ({
      key: `milestone ${id}`,
      label: `Milestone: ${title}`,
      text: dueOn ? `Due ${formatDate(dueOn)}` : "No date",
    })),
    ...optionalPart("start", "Start", startsOn && formatDate(startsOn)),
    ...optionalPart("completion", "Completion", completesOn && formatDate(completesOn)),
    ...optionalPart("validity", "Valid until", validUntil && formatDate(validUntil)),
    ...optionalPart("terms", "Terms", terms && `Version ${terms.version}`),
  ];
}

function optionalPart(key: string, label: string, text: string | null): Part[] {
  return text ? [{ key, label, text }] : [];
}

function describeItem(item: ProposalItem): string {
  const optional = item.isOptional ? "optional" : "";
  const preselected = item.isOptional && item.isPreselected ? "preselected" : "";
  return [formatItemPrice(item), optional, preselected, item.details].filter(Boolean).join(", ");
}

function listPayments(content: ProposalContent): Part[] {
  return resolvePaymentPlan(content.plan, proposalTotals(content).total).map((payment) => {
    const name = formatPaymentName(payment);
    const text = `${formatDollars(payment.amount)} ${formatDue(payment.due, content.milestones)}`;
    return { key: `payment ${name}`, label: name, text };
  });
}
