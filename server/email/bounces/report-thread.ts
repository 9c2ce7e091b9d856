// The worker thread that report-reader.ts starts.
import { parentPort, workerData } from "node:worker_threads";
import { parseBounceReport } from "./bounce-report.ts";

parentPort?.postMessage(await parseBounceReport(workerData));
