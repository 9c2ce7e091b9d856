import { cpus, loadavg } from "node:os";
import { measureContactPosts } from "./contact-posts.ts";
import { measureGrowth } from "./growth.ts";
import { measureLists } from "./lists.ts";
import { measureMixedCallers } from "./mixed-callers.ts";
import { measurePortal } from "./portal.ts";
import { measureProcesses } from "./processes.ts";
import { measureRest } from "./rest.ts";
import { measureSignIns } from "./sign-ins.ts";
import { measureSite } from "./site.ts";
import { measureSoak } from "./soak.ts";
import { measureSquare } from "./square.ts";
import { measureStarts } from "./starts.ts";
import { printTable } from "./table.ts";

const parts: Record<string, () => Promise<void>> = {
  starts: measureStarts,
  mixed: measureMixedCallers,
  posts: measureContactPosts,
  "sign-ins": measureSignIns,
  rest: measureRest,
  lists: measureLists,
  portal: measurePortal,
  square: measureSquare,
  processes: measureProcesses,
  growth: measureGrowth,
  site: measureSite,
  soak: measureSoak,
};

// Some of them: `npm run bench -- rest lists`.
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(", ")}. There are ${Object.keys(parts).join(", ")}.`);
  process.exit(2);
}
console.log(
  `${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`,
);
for (const [name, measure] of Object.entries(parts))
  if (asked.length === 0 || asked.includes(name)) await measure();
printTable();
