import { cpus, loadavg } from "node:os";
import { installTooling } from "#scripts/tooling/install-tooling.ts";
import { measureContactPosts } from "./contact-posts.ts";
import { measureEnumeration } from "./enumeration.ts";
import { measureGrowth } from "./growth.ts";
import { measureHashingFlood } from "./hashing-flood.ts";
import { measureImports } from "./import.ts";
import { measureLists } from "./lists.ts";
import { printResults } from "./measure/results.ts";
import { measureMixedCallers } from "./mixed-callers.ts";
import { measurePortal } from "./portal.ts";
import { measureProcesses } from "./processes.ts";
import { measureReport } from "./report.ts";
import { measureRest } from "./rest.ts";
import { measureScheduling } from "./scheduling.ts";
import { measureSignInPages } from "./sign-in-pages.ts";
import { measureSignIns } from "./sign-ins.ts";
import { measureSite } from "./site.ts";
import { measureSoak } from "./soak.ts";
import { measureSquare } from "./square.ts";
import { measureStartup } from "./startup.ts";

const BENCHMARKS: Record<string, () => Promise<void>> = {
  starts: measureStartup,
  mixed: measureMixedCallers,
  posts: measureContactPosts,
  "sign-ins": measureSignIns,
  "hashing-flood": measureHashingFlood,
  enumeration: measureEnumeration,
  import: measureImports,
  report: measureReport,
  rest: measureRest,
  lists: measureLists,
  portal: measurePortal,
  square: measureSquare,
  processes: measureProcesses,
  growth: measureGrowth,
  scheduling: measureScheduling,
  site: measureSite,
  "sign-in-pages": measureSignInPages,
  soak: measureSoak,
};

// `npm run bench -- rest lists` runs only the named benchmarks.
const selected = process.argv.slice(2);
const unknown = selected.filter((name) => !(name in BENCHMARKS));
if (unknown.length > 0) {
  console.error(
    `Unknown benchmark: ${unknown.join(", ")}. Available: ${Object.keys(BENCHMARKS).join(", ")}.`,
  );
  process.exit(2);
}
// The benchmarks of the site and the portal use the browser in tooling/.
installTooling();
console.log(
  `${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`,
);
for (const [name, measure] of Object.entries(BENCHMARKS)) {
  if (selected.length === 0 || selected.includes(name)) {
    await measure();
  }
}
printResults();
