/**
 * `npm run drills -- 1 4 11..13` breaks the product on purpose, one fault of the reliability matrix after the other, and
 * says which held; without numbers all twenty run. Faults that are quick to make are part of `npm test` too.
 * DRILL_ROUNDS, DRILL_POSTS and DRILL_MINUTES shorten the long ones.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

type Drill = { fault: string; own?: string; tests?: readonly string[]; only?: string };

const OWN = "tests/drills/vitest.config.ts";

const DRILLS: Readonly<Record<number, Drill>> = {
  1: { fault: "kill -9 during writes", own: "01-killed" },
  2: {
    fault: "kill -9 during upload and delete",
    tests: ["tests/e2e/document-faults.test.ts"],
    only: "kill -9",
  },
  3: { fault: "disk full", tests: ["tests/e2e/document-full-disk.test.ts"] },
  4: { fault: "database restarted under load", own: "04-database-restarted" },
  5: { fault: "database silent", own: "05-database-silent" },
  6: { fault: "mail server down, refusing, hanging, cutting", own: "06-mail-server" },
  7: {
    fault: "Square in trouble",
    tests: ["tests/square/faults.test.ts", "server/api/sync-invoices.test.ts"],
  },
  8: {
    fault: "five syncs at once",
    tests: ["server/api/sync-invoices.test.ts"],
    only: "asking for a synchronization",
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
  11: { fault: "10,000 contact posts", own: "11-contact-flood" },
  12: { fault: "slow senders", own: "12-slow-senders" },
  13: { fault: "hostile bodies", own: "13-hostile-bodies" },
  14: {
    fault: "expired tokens, 20 tabs at once",
    tests: ["embedded-supabase/auth/sessions.contract.test.ts", "tests/e2e/client-portal-security.test.ts"],
  },
  15: { fault: "clock jumps", own: "15-clock" },
  16: { fault: "memory, event loop, file descriptors exhausted", own: "16-exhausted" },
  17: { fault: "restart during deploy", tests: ["server/several-processes.test.ts"] },
  18: {
    fault: "migration interrupted, run twice; backup restored",
    tests: ["embedded-supabase/database/migrate.test.ts", "scripts/backup/backup.test.ts"],
  },
  19: {
    fault: "two administrators at once",
    tests: ["server/api/update-client-rates.test.ts", "server/api/link-invoices.test.ts"],
  },
  20: { fault: "15 minutes at a modest rate", own: "20-soak" },
};

const numbers = numbersIn(process.argv.slice(2));
const results = numbers.map((number) => ({ number, ...run(number) }));
console.log();
for (const { number, fault, held, seconds } of results)
  console.log(`${String(number).padStart(2)}  ${held ? "held  " : "FAILED"}  ${fault} (${seconds} s)`);
process.exitCode = results.every(({ held }) => held) ? 0 : 1;

function run(number: number): { fault: string; held: boolean; seconds: number } {
  const drill = DRILLS[number];
  if (!drill) throw new Error(`There is no drill ${number}: they are 1 to 20.`);
  console.log(`\n${number}. ${drill.fault}`);
  const began = performance.now();
  const what = drill.own
    ? ["--config", OWN, drill.own]
    : [...(drill.tests ?? []), ...(drill.only ? ["-t", drill.only] : [])];
  const vitest = fileURLToPath(new URL("../node_modules/vitest/vitest.mjs", import.meta.url));
  const { status } = spawnSync(process.execPath, [vitest, "run", ...what], { stdio: "inherit" });
  return { fault: drill.fault, held: status === 0, seconds: Math.round((performance.now() - began) / 1000) };
}

/** `3`, `11..13` or nothing for all. */
function numbersIn(words: readonly string[]): number[] {
  if (words.length === 0) return Object.keys(DRILLS).map(Number);
  return words.flatMap((word) => {
    const [first = Number.NaN, last = first] = word.split("..").map(Number);
    if (!Number.isInteger(first) || !Number.isInteger(last))
      throw new Error(`${word} is no number of a drill.`);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}
