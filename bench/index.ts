import { cpus } from "node:os";
import { measureLists } from "./lists.ts";
import { measureMixedCallers } from "./mixed-callers.ts";
import { measurePortal } from "./portal.ts";
import { measureRest } from "./rest.ts";
import { measureSignIns } from "./sign-ins.ts";
import { measureSite } from "./site.ts";
import { measureSquare } from "./square.ts";
import { measureStarts } from "./starts.ts";

console.log(`${cpus().length} cores, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`);
await measureStarts();
await measureMixedCallers();
await measureSignIns();
await measureRest();
await measureLists();
await measurePortal();
await measureSquare();
await measureSite();
