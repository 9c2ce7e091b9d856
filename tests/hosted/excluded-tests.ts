/** Browser tests that do not run against a hosted project, with the reason. */
export const EXCLUDED_TESTS: Record<string, string> = {
  "tests/e2e/starting.test.ts": "tests how the embedded backend starts",
  "tests/e2e/captcha.test.ts":
    "tests captcha verification of the embedded backend; a hosted project verifies it itself",
  "lab/drills/13-hostile-bodies.test.ts":
    "sends requests to /auth/v1 and /rest/v1 of the product, which a hosted project replaces",
  "lab/drills/15-clock-changes.test.ts":
    "changes the clock of the embedded backend; a hosted project has its own clock",
};
