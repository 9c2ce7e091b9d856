/** The maximum lengths of a finding's texts, in characters. The database has the same limits. */
export const TEXT_LIMITS = {
  title: 200,
  affectedAsset: 300,
  /** Description, impact, evidence, reproduction steps and recommendation each. */
  section: 20_000,
  tag: 50,
  tags: 20,
  mappings: 40,
  tester: 200,
  comment: 5_000,
  reason: 2_000,
} as const;
