/** One fault of the reliability matrix: what is done, and the tests that do it. */
export type Drill = {
  fault: string;
  /** Begin of the names in lab/drills, which run with a configuration of their own. */
  own?: readonly string[];
  /** Files of the ordinary suite. */
  tests?: readonly string[];
  /** Which of the tests in `tests`, as a regular expression; all when left out. */
  only?: string;
};

/** The twenty, by their number in docs/drills.md. */
export const DRILLS: Readonly<Record<number, Drill>> = {
  1: { fault: "kill -9 during writes", own: ["01-"] },
  2: {
    fault: "kill -9 during upload and delete",
    tests: ["tests/e2e/document-faults.test.ts"],
    only: "kill -9",
  },
  3: { fault: "disk full", tests: ["tests/e2e/document-full-disk.test.ts"] },
  4: { fault: "database restarted under load", own: ["04-"] },
  5: { fault: "database slow, locked, silent", own: ["05-"] },
  6: { fault: "mail server down, refusing, hanging, cutting, slow", own: ["06-"] },
  7: {
    fault: "Square in trouble",
    own: ["07-"],
    tests: ["tests/square/faults.test.ts", "server/api/sync-invoices.test.ts"],
  },
  8: {
    fault: "five syncs at once",
    tests: ["server/api/sync-invoices.test.ts"],
    only: "changes nothing the second time|while one is running|five at once",
  },
  9: {
    fault: "webhooks doubled, shuffled, early",
    tests: ["server/api/square-webhook.test.ts", "tests/square/storm.test.ts"],
  },
  10: {
    fault: "uploads cut halfway, 50 at once",
    tests: ["tests/e2e/document-faults.test.ts"],
    only: "50 uploads",
  },
  11: { fault: "10,000 contact posts", own: ["11-"] },
  12: { fault: "slow senders", own: ["12-"] },
  13: { fault: "hostile bodies", own: ["13-"] },
  14: {
    fault: "expired tokens, 20 tabs at once, a laptop asleep",
    own: ["14-"],
    tests: [
      "packages/embedded-supabase/auth/sessions.contract.test.ts",
      "tests/e2e/client-portal-sections.test.ts",
    ],
    only: "20 tabs|more refreshes at once|two refreshes behind|a spent token|a session ended elsewhere",
  },
  15: {
    fault: "clock jumps",
    own: ["15-"],
    tests: [
      "domain/calendar-date.test.ts",
      "server/pages.test.ts",
      "server/payments/recompute-overdue.test.ts",
    ],
    only: "summer|midnight|leap days|1 January|overdue|due",
  },
  16: { fault: "memory, event loop, file descriptors exhausted", own: ["16-"] },
  17: {
    fault: "restart during deploy",
    own: ["17-"],
    tests: ["server/several-processes.test.ts", "tests/e2e/starting.test.ts"],
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
    tests: ["server/api/update-client-rates.test.ts", "server/api/link-invoices.test.ts"],
    only: "one whole set wins|parallel calls|of two projects|in another order",
  },
  20: { fault: "15 minutes at a modest rate", own: ["20-"] },
};
