import * as z from "zod/mini";
import { type Cents, cents, subtractCents, sumCents, ZERO_CENTS } from "#domain/money/money.ts";
import type { ProposalContent, ProposalItem } from "#domain/proposals/proposal-content.ts";
import { scaleHalfUp } from "#domain/proposals/rounding.ts";

const Amount = z.pipe(
  z.number(),
  z.transform((value): Cents => cents(value)),
);

/** `subtotal` is the sum of the selected lines, and `total` is what the client pays. */
export const ProposalTotals = z.object({
  lines: z.array(z.object({ id: z.string(), amount: Amount, isSelected: z.boolean() })),
  subtotal: Amount,
  discount: Amount,
  total: Amount,
});
export type ProposalTotals = z.infer<typeof ProposalTotals>;

/**
 * Computes a proposal's amounts in cents. Hours × rate and percentages are rounded half up, each once. A discount is at most the
 * subtotal.
 * @param selectedIds The optional items that are selected. Defaults to the preselected ones.
 */
export function proposalTotals(
  { items, discount }: Pick<ProposalContent, "items" | "discount">,
  selectedIds?: ReadonlySet<string>,
): ProposalTotals {
  const lines = items.map((item) => ({
    id: item.id,
    amount: itemAmount(item),
    isSelected: !item.isOptional || (selectedIds ? selectedIds.has(item.id) : item.isPreselected),
  }));
  const subtotal = sumCents(lines.filter((line) => line.isSelected).map((line) => line.amount));
  const discountAmount = discount ? shareAmount(subtotal, discount) : ZERO_CENTS;
  return { lines, subtotal, discount: discountAmount, total: subtractCents(subtotal, discountAmount) };
}

/** The amount of one line item, whether or not it is selected. */
export function itemAmount(item: ProposalItem): Cents {
  return item.kind === "fixed" ? item.amount : scaleHalfUp(item.rate, item.hundredths, 100);
}

/** The ids of the optional items. */
export function listOptionalIds({ items }: Pick<ProposalContent, "items">): string[] {
  return items.filter((item) => item.isOptional).map((item) => item.id);
}

/** The total with the cheapest selection, which is none of the optional items. */
export function lowestTotal(content: Pick<ProposalContent, "items" | "discount">): Cents {
  return proposalTotals(content, new Set()).total;
}

/** A share of an amount: a percentage, rounded half up, or a fixed amount that is at most the whole. */
export function shareAmount(
  whole: Cents,
  share: { kind: "percent"; basisPoints: number } | { kind: "amount"; amount: Cents },
): Cents {
  return share.kind === "percent"
    ? scaleHalfUp(whole, share.basisPoints, 10_000)
    : cents(Math.min(whole, share.amount));
}
