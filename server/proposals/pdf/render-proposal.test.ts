import { describe, expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { instant } from "#domain/dates/instant.ts";
import type { ProposalDocument } from "#domain/proposals/proposal-document.ts";
import { buildContent } from "#domain/proposals/test-support/proposal.ts";
import { readLinks, readTaggedPages, readText } from "#server/pdf/test-support/read-pdf.ts";
import { renderProposal } from "#server/proposals/pdf/render-proposal.ts";
import { hashContent } from "#server/proposals/stored-content.ts";

const VERIFY_URL = "https://portal.example/verify";
const CONTENT = buildContent({
  discount: { kind: "percent", basisPoints: 1_000 },
  terms: { version: 3, body: "## Payment\n\nInvoices are due on their dates." },
});
const SENT: ProposalDocument = {
  ...{ number: 12, version: 2, company: "Fabrikam, Inc.", content: CONTENT, sha256: hashContent(CONTENT) },
  ...{ date: calendarDate("2026-01-05"), selectedIds: [], certificate: null },
};
const ACCEPTED: ProposalDocument = {
  ...SENT,
  selectedIds: ["retest"],
  certificate: {
    ...{ code: "7K2M-9QXT-4HBD-WZ3N", acceptedAt: instant("2026-01-07T17:30:00Z"), name: "Ada Moreno" },
    ...{
      title: "CISO",
      email: "ada@fabrikam.example",
      role: "Owner",
      ip: "203.0.113.7",
      userAgent: "Firefox/140",
    },
    ...{ hasSecondFactor: true, consentVersion: "2026-11", consentText: "I agree to this proposal." },
    events: [{ at: instant("2026-01-05T12:00:00Z"), text: "Sent by Wardline" }],
  },
};

test("contains the sections, prices, payments, schedule and terms", async () => {
  const text = await readText(await renderProposal(SENT, VERIFY_URL));
  for (const part of [
    "Red team exercise",
    "P-0012, version 2",
    "Fabrikam, Inc.",
    "Dec 31, 2030, end of day, Eastern Time (New York)",
    "We test your assistant.",
    "Testing 10 hours × $500 $5,000.00",
    "Item (optional, not included in the total) Fixed price $1,250.00",
    "Discount (10%) −$500.00",
    "Total $4,500.00",
    "No sales tax applies.",
    "Deposit 14 days after acceptance $2,250.00",
    "Balance 14 days after completion of the project $2,250.00",
    "Report delivered Feb 1, 2026",
    "Invoices are due on their dates.",
    hashContent(CONTENT),
  ]) {
    expect(text).toContain(part);
  }
  expect(text).not.toContain("Certificate of acceptance");
});

test("has a certificate with the record of the acceptance", async () => {
  const text = await readText(await renderProposal(ACCEPTED, VERIFY_URL));
  for (const part of [
    "Certificate of acceptance Ada Moreno accepted this proposal for Fabrikam, Inc.",
    "Item (optional, selected) Fixed price $1,250.00",
    "Total $5,625.00",
    "Ada Moreno, CISO",
    "ada@fabrikam.example, Owner",
    "Signed in with a second factor",
    "Jan 7, 2026, 12:30:00 PM, Eastern Time (New York) (2026-01-07 17:30:00 UTC)",
    "203.0.113.7",
    "Firefox/140",
    "I agree to this proposal. Version 2026-11",
    "Sent by Wardline",
    "7K2M-9QXT-4HBD-WZ3N",
  ]) {
    expect(text).toContain(part);
  }
  expect((await readLinks(await renderProposal(ACCEPTED, VERIFY_URL))).urls).toContain(VERIFY_URL);
});

test("has tagged headings and table headers", async () => {
  const pages = await readTaggedPages(await renderProposal(ACCEPTED, VERIFY_URL));
  const elements = pages.flatMap((page) => page.elements);
  const texts = (role: string) => elements.filter((element) => element.role === role).map(({ text }) => text);
  expect(texts("H1")).toEqual(["Red team exercise"]);
  expect(texts("H2")).toEqual([
    ...["Summary", "Price", "Payment plan", "Schedule", "Terms", "Certificate of acceptance"],
  ]);
  expect(texts("H3")).toEqual(["Payment", "Consent", "History"]);
  expect(texts("TH")).toEqual(expect.arrayContaining(["Item", "Testing", "Payment", "Deposit"]));
});

describe("the bytes", () => {
  test("are the same for the same data", async () => {
    expect(await renderProposal(ACCEPTED, VERIFY_URL)).toEqual(
      await renderProposal(structuredClone(ACCEPTED), VERIFY_URL),
    );
  });

  test("differ for another selection", async () => {
    const other = await renderProposal({ ...ACCEPTED, selectedIds: [] }, VERIFY_URL);
    expect(other.equals(await renderProposal(ACCEPTED, VERIFY_URL))).toBe(false);
  });
});
