/** `npm run doctor` checks an installation and reports each problem with its fix. */
import { styleText } from "node:util";
import { type Config, parseConfig } from "#server/config.ts";
import { openDatabase } from "./command/open-database.ts";
import { checkBounces } from "./doctor/bounces.ts";
import { checkDataDirectory } from "./doctor/data-directory.ts";
import { checkDatabase } from "./doctor/database.ts";
import { checkDocumentStore } from "./doctor/document-store.ts";
import { checkEmail } from "./doctor/email.ts";
import { describeError, type Finding, ok, problem } from "./doctor/finding.ts";
import { checkHostedDatabase } from "./doctor/hosted/database.ts";
import { checkHostedProject } from "./doctor/hosted/index.ts";
import { checkJobsAndEmail } from "./doctor/jobs-and-email.ts";
import { checkPublicAddress } from "./doctor/public-address.ts";
import { checkSquare } from "./doctor/square.ts";

const STATUS_LABELS = {
  ok: styleText("green", "ok     "),
  problem: styleText("red", "problem"),
  skipped: "skipped",
};

const findings = await runChecks();
for (const finding of findings) {
  console.log(`${STATUS_LABELS[finding.status]} ${finding.check.padEnd(14)} ${finding.detail}`);
  if (finding.status === "problem") {
    console.log(`${" ".repeat(23)}→ ${finding.fix}`);
  }
}
const problems = findings.filter(({ status }) => status === "problem").length;
console.log(
  problems === 0 ? "\nNo problems found." : `\n${problems} problem${problems === 1 ? "" : "s"} found.`,
);
process.exitCode = problems === 0 ? 0 : 1;

async function runChecks(): Promise<Finding[]> {
  let config: Config;
  try {
    config = parseConfig(process.env);
  } catch (error) {
    return [
      problem("Configuration", describeError(error), "Correct this variable. README.md lists all variables."),
    ];
  }
  const now = new Date();
  return [
    ok("Configuration", "all variables are valid"),
    ...(await checkDataDirectory(config, now)),
    ...(await checkHostedProject(config)),
    ...(await checkWithDatabase(config, now)),
    await checkEmail(config),
    checkBounces(config),
    ...(await checkDocumentStore(config)),
    ...(await checkPublicAddress(config, now)),
  ];
}

/** Runs the checks that require the database. If it is unavailable, the other checks still run. */
async function checkWithDatabase(config: Config, now: Date): Promise<Finding[]> {
  try {
    const { pool, close } = await openDatabase(config);
    try {
      return [
        ...(await checkDatabase(pool)),
        ...(await checkHostedDatabase(config, pool)),
        ...(await checkJobsAndEmail(pool)),
        ...(await checkSquare(config, pool, now)),
      ];
    } finally {
      await close();
    }
  } catch (error) {
    return [
      problem("Database", describeError(error), "Start the database and check DATABASE_URL or DATA_DIR."),
    ];
  }
}
