/** The maximum lengths and numbers in a proposal. */
export const PROPOSAL_LIMITS = {
  title: 200,
  sections: 20,
  heading: 200,
  /** Markdown. */
  section: 20_000,
  items: 50,
  description: 200,
  details: 1_000,
  milestones: 30,
  taxNote: 500,
  installments: 12,
  /** Days between the event that makes a payment due and its due date. */
  days: 365,
  terms: 50_000,
  reason: 2_000,
  comment: 5_000,
  name: 200,
} as const;

/** 10,000 hours in hundredths of an hour. */
export const MAX_HUNDREDTHS = 1_000_000;
/** $100,000.00 per hour. */
export const MAX_RATE_CENTS = 10_000_000;
/** $10,000,000.00 per line item. */
export const MAX_AMOUNT_CENTS = 1_000_000_000;
