import { cpus } from "node:os";
import { measureRest } from "./rest.ts";
import { measureStarts } from "./starts.ts";

console.log(`${cpus().length} cores, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`);
await measureStarts();
await measureRest();
