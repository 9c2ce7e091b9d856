// The thread of bounce-reader.ts.
import { parentPort, workerData } from "node:worker_threads";
import { readBounceReport } from "./bounce-report.ts";

parentPort?.postMessage(await readBounceReport(workerData));
