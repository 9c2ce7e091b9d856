/** One fault of docs/drills.md and the tests that inject it. */
export type Drill = {
  fault: string;
  /** File name prefixes in lab/drills, which has its own Vitest configuration. */
  own?: readonly string[];
  /** Test files of the regular suite. */
  tests?: readonly string[];
  /**
   * Regular expression that selects tests of `tests`, or of `own` if there are no `tests`. Runs all of them when omitted.
   */
  only?: string;
};

/** The drills by their number in docs/drills.md. */
export const DRILLS: Readonly<Record<number, Drill>> = {
  1: { fault: "kill -9 during writes", own: ["01-"] },
  2: {
    fault: "kill -9 during upload and delete",
    own: ["02-"],
    only: "kill -9",
  },
  3: { fault: "disk full", own: ["03-"] },
  4: { fault: "database restarted under load", own: ["04-"] },
  5: { fault: "database slow, locked, unresponsive", own: ["05-"] },
  6: { fault: "mail server down, rejecting, hanging, disconnecting, slow", own: ["06-"] },
  7: {
    fault: "Square unreliable",
    own: ["07-"],
    tests: ["tests/square/faults.test.ts", "server/api/square/sync-invoices.test.ts"],
  },
  8: {
    fault: "five syncs at once",
    tests: ["server/api/square/sync-invoices.test.ts"],
    only: "changes nothing when run again|while another sync is running|five concurrent sync requests",
  },
  9: {
    fault: "webhooks duplicated, reordered, early",
    tests: ["server/api/square/webhook.test.ts", "tests/square/storm.test.ts"],
  },
  10: {
    fault: "uploads interrupted, 50 at once",
    own: ["02-"],
    only: "50 concurrent uploads|to and from S3",
  },
  11: { fault: "10,000 contact posts", own: ["11-"] },
  12: { fault: "slow requests", own: ["12-"] },
  13: { fault: "hostile bodies", own: ["13-"] },
  14: {
    fault: "expired tokens, 20 tabs at once, laptop sleep",
    own: ["14-"],
    tests: [
      "packages/embedded-supabase/auth/sessions/sessions.contract.test.ts",
      "tests/e2e/client-portal-sections.test.ts",
    ],
    only: "20 tabs|more concurrent refreshes|two refreshes behind|reusing a token|when the session ends",
  },
  15: {
    fault: "clock changes",
    own: ["15-"],
    tests: [
      "domain/dates/calendar-date.test.ts",
      "server/site/pages.test.ts",
      "server/payments/sync/recompute-overdue.test.ts",
    ],
    only: "daylight saving|midnight|leap days|January 1|in both directions",
  },
  16: { fault: "memory, event loop or file descriptors exhausted", own: ["16-"] },
  17: {
    fault: "restart during deploy",
    own: ["17-"],
    tests: ["server/lifecycle/multiple-processes.test.ts", "tests/e2e/starting.test.ts"],
    only: "rolling restart|SIGTERM",
  },
  18: {
    fault: "migration interrupted, run twice; backup of this, an older, a newer version restored",
    own: ["18-"],
    tests: ["packages/embedded-supabase/database/migrate.test.ts", "scripts/backup/backup.test.ts"],
  },
  19: {
    fault: "two administrators at once",
    own: ["19-"],
    tests: ["server/api/admin/clients/rates.test.ts", "server/api/admin/invoices/link-invoices.test.ts"],
    only: "one complete set|concurrent calls|of two projects|in another order",
  },
  20: { fault: "15 minutes at a moderate rate", own: ["20-"] },
  21: {
    fault: "kill -9 while proposals are accepted and invoices are created in Square",
    own: ["21-"],
  },
};
