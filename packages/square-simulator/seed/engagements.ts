import type { LineDraft } from "../actions/orders.ts";

/** Typical engagements of an AI security consultancy, priced in cents. */
export const ENGAGEMENTS = [
  {
    title: "AI Security Assessment",
    cents: 2_450_000,
    lines: ["Architecture review", "Model and data-flow testing"],
  },
  { title: "LLM red-team exercise", cents: 3_800_000, lines: ["Red-team exercise, two weeks"] },
  {
    title: "ISO 42001 gap analysis",
    cents: 1_650_000,
    lines: ["Gap analysis", { name: "Findings workshop", unitCents: 320_000 }],
  },
  {
    title: "Prompt injection test of customer assistant",
    cents: 920_000,
    lines: ["Prompt injection testing"],
  },
  {
    title: "AI incident response retainer",
    cents: 750_000,
    lines: [{ name: "Retainer, one month", quantity: 30, unitCents: 25_000, note: "Hours, billed monthly" }],
  },
  { title: "Model supply chain review", cents: 1_275_050, lines: ["Provenance review", "Dependency scan"] },
  {
    title: "EU AI Act readiness workshop",
    cents: 680_000,
    lines: [
      "Workshop, two days",
      { name: "Printed workbooks", quantity: 20, unitCents: 4_000, taxCents: 6_600 },
    ],
  },
  { title: "NIST AI RMF governance program", cents: 2_980_000, lines: ["Governance program design"] },
  {
    title: "RAG pipeline penetration test",
    cents: 1_890_000,
    lines: ["Penetration test", { name: "Retest", unitCents: 240_000 }],
  },
  {
    title: "Secure MLOps hardening",
    cents: 2_215_000,
    lines: [
      { name: "Pipeline hardening", quantity: 92, unitCents: 25_000, discountCents: 85_000, note: "Hours" },
    ],
  },
  { title: "Agent tool-use threat model", cents: 1_140_000, lines: ["Threat model", "Abuse-case catalog"] },
  { title: "Executive briefing: AI risk", cents: 450_000, lines: ["Half-day briefing"] },
  {
    title: "Data leakage evaluation",
    cents: 1_399_999,
    lines: ["Memorization testing", { name: "Report", unitCents: 280_000 }],
  },
  { title: "Retest of remediated findings", cents: 385_000, lines: ["Retest"] },
] as const satisfies Engagement[];

/** An engagement with its price. Lines without a price share the rest of the price equally. */
export type Engagement = { title: string; cents: number; lines: readonly (string | LineDraft)[] };

export const LONG_TITLE =
  "Independent security, privacy and safety evaluation of the customer-facing assistant, its retrieval pipeline, " +
  "agent tools and fine-tuned models, including two rounds of retesting and a board-level summary";
