/** `npm run doctor` looks at an installation and says, line by line, what is well and what to do about the rest. */
import { styleText } from "node:util";
import { type Config, parseConfig } from "#server/config.ts";
import { lookAtBounces } from "./doctor/bounces.ts";
import { lookAtDataDirectory } from "./doctor/data-directory.ts";
import { lookAtDatabase } from "./doctor/database.ts";
import { type Finding, ok, problem, reasonOf } from "./doctor/finding.ts";
import { lookAtHostedDatabase } from "./doctor/hosted/database.ts";
import { lookAtHostedProject } from "./doctor/hosted/index.ts";
import { lookAtMail } from "./doctor/mail.ts";
import { lookAtPublicAddress } from "./doctor/public-address.ts";
import { lookAtSquare } from "./doctor/square.ts";
import { lookAtStore } from "./doctor/store.ts";
import { lookAtWork } from "./doctor/work.ts";
import { openDatabase } from "./open-database.ts";

const MARKS = { ok: styleText("green", "ok     "), problem: styleText("red", "PROBLEM"), skipped: "–      " };

const found = await examine();
for (const finding of found) {
  console.log(`${MARKS[finding.state]} ${finding.what.padEnd(14)} ${finding.says}`);
  if (finding.state === "problem") console.log(`${" ".repeat(23)}→ ${finding.todo}`);
}
const problems = found.filter(({ state }) => state === "problem").length;
console.log(problems === 0 ? "\nAll is well." : `\n${problems} problem${problems === 1 ? "" : "s"}.`);
process.exitCode = problems === 0 ? 0 : 1;

async function examine(): Promise<Finding[]> {
  let config: Config;
  try {
    config = parseConfig(process.env);
  } catch (cause) {
    return [problem("Configuration", reasonOf(cause), "Correct that variable; README.md lists them all.")];
  }
  const now = new Date();
  return [
    ok("Configuration", "every variable can be used"),
    ...(await lookAtDataDirectory(config, now)),
    ...(await lookAtHostedProject(config)),
    ...(await lookInside(config, now)),
    await lookAtMail(config),
    lookAtBounces(config),
    ...(await lookAtStore(config)),
    ...(await lookAtPublicAddress(config, now)),
  ];
}

/** What only the database can tell; without one the rest is still looked at. */
async function lookInside(config: Config, now: Date): Promise<Finding[]> {
  try {
    const { pool, close } = await openDatabase(config);
    try {
      return [
        ...(await lookAtDatabase(pool)),
        ...(await lookAtHostedDatabase(config, pool)),
        ...(await lookAtWork(pool)),
        await lookAtSquare(config, pool, now),
      ];
    } finally {
      await close();
    }
  } catch (cause) {
    return [problem("Database", reasonOf(cause), "Is it running, and is DATABASE_URL (or DATA_DIR) right?")];
  }
}
