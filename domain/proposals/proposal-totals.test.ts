import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cents } from "#domain/money/money.ts";
import {
  itemAmount,
  listOptionalIds,
  lowestTotal,
  proposalTotals,
  shareAmount,
} from "#domain/proposals/proposal-totals.ts";
import { buildContent, buildFixed, buildHours } from "#domain/proposals/test-support/proposal.ts";
import {
  MAX_AMOUNT_CENTS,
  MAX_HUNDREDTHS,
  MAX_RATE_CENTS,
  PROPOSAL_LIMITS,
} from "#domain/proposals/text-limits.ts";

test.each([
  [1, 49, 0],
  [1, 50, 1],
  [1, 149, 1],
  [1, 150, 2],
  [33, 100, 33],
  [250, 35_000, 87_500],
  [MAX_HUNDREDTHS, MAX_RATE_CENTS, 100_000_000_000],
])("%i hundredths of an hour at %i cents are %i cents", (hundredths, rate, amount) => {
  expect(itemAmount(buildHours({ hundredths, rate: cents(rate) }))).toBe(amount);
});

test.each([
  [99, 5_000, 50],
  [101, 5_000, 51],
  [1, 4_999, 0],
  [1, 5_000, 1],
  [100_000, 1, 10],
  [100, 10_000, 100],
])("a share of %i cents with %i basis points is %i cents", (whole, basisPoints, share) => {
  expect(shareAmount(cents(whole), { kind: "percent", basisPoints })).toBe(share);
});

test("a fixed share is at most the whole", () => {
  expect(shareAmount(cents(100), { kind: "amount", amount: cents(99) })).toBe(99);
  expect(shareAmount(cents(100), { kind: "amount", amount: cents(100) })).toBe(100);
  expect(shareAmount(cents(100), { kind: "amount", amount: cents(101) })).toBe(100);
});

describe("the totals", () => {
  const items = [
    buildFixed({ id: "required", amount: cents(100_000) }),
    buildFixed({ id: "extra", amount: cents(20_000), isOptional: true, isPreselected: true }),
    buildFixed({ id: "more", amount: cents(5_001), isOptional: true }),
  ];

  test("contain the preselected items by default", () => {
    expect(proposalTotals({ items, discount: null }).total).toBe(120_000);
  });

  test("contain the items that the client selects", () => {
    expect(proposalTotals({ items, discount: null }, new Set()).total).toBe(100_000);
    expect(proposalTotals({ items, discount: null }, new Set(["more"])).total).toBe(105_001);
    expect(proposalTotals({ items, discount: null }, new Set(["extra", "more", "unknown"])).total).toBe(
      125_001,
    );
  });

  test("apply a percentage to the selected items", () => {
    const discount = { kind: "percent", basisPoints: 1_000 } as const;
    expect(proposalTotals({ items, discount }, new Set(["more"]))).toEqual({
      lines: [
        { id: "required", amount: 100_000, isSelected: true },
        { id: "extra", amount: 20_000, isSelected: false },
        { id: "more", amount: 5_001, isSelected: true },
      ],
      subtotal: 105_001,
      discount: 10_500,
      total: 94_501,
    });
  });

  test("are 0 with a discount of 100% and without items", () => {
    expect(proposalTotals({ items, discount: { kind: "percent", basisPoints: 10_000 } }).total).toBe(0);
    expect(proposalTotals({ items: [], discount: { kind: "amount", amount: cents(5) } }).total).toBe(0);
  });

  test("list the optional items and the lowest total", () => {
    expect(listOptionalIds({ items })).toEqual(["extra", "more"]);
    expect(lowestTotal({ items, discount: null })).toBe(100_000);
  });
});

const item = fc.oneof(
  fc
    .tuple(fc.integer({ min: 1, max: MAX_HUNDREDTHS }), fc.integer({ min: 0, max: MAX_RATE_CENTS }))
    .map(([hundredths, rate]) => buildHours({ hundredths, rate: cents(rate) })),
  fc.integer({ min: 0, max: MAX_AMOUNT_CENTS }).map((amount) => buildFixed({ amount: cents(amount) })),
);
const share = fc.oneof(
  fc.integer({ min: 1, max: 10_000 }).map((basisPoints) => ({ kind: "percent", basisPoints }) as const),
  fc
    .integer({ min: 1, max: MAX_AMOUNT_CENTS })
    .map((amount) => ({ kind: "amount", amount: cents(amount) }) as const),
);

test("totals are exact: lines add up to the subtotal, and total and discount to the subtotal", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(item, fc.boolean(), fc.boolean()), { maxLength: PROPOSAL_LIMITS.items }),
      fc.option(share),
      (drawn, discount) => {
        const items = drawn.map(([each, isOptional], index) => ({
          ...each,
          id: `item-${index}`,
          isOptional,
        }));
        const selected = new Set(items.filter((_, index) => drawn[index]?.[2]).map(({ id }) => id));
        const totals = proposalTotals({ items, discount }, selected);
        const sum = totals.lines
          .filter((line) => line.isSelected)
          .reduce((total, line) => total + line.amount, 0);
        expect(totals.subtotal).toBe(sum);
        expect(totals.total + totals.discount).toBe(totals.subtotal);
        expect(totals.total).toBeGreaterThanOrEqual(0);
        expect(totals.total).toBeGreaterThanOrEqual(lowestTotal({ items, discount: null }) - totals.discount);
      },
    ),
  );
});

test("the sample content costs $5,000, or $6,250 with the optional item", () => {
  expect(proposalTotals(buildContent()).total).toBe(500_000);
  expect(proposalTotals(buildContent(), new Set(["retest"])).total).toBe(625_000);
});
