// Time and size of a report with 200 findings, rendered in a child process, and the longest delay of the event loop:
// `npm run bench -- report`.
import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { getDocumentProxy } from "unpdf";
import type { ReportData, ReportedFinding } from "#domain/findings/report/report.ts";
import { SAMPLE_FINDINGS, SAMPLE_INJECTION, sampleKey } from "#domain/findings/report/sample-findings.ts";
import { SAMPLE_REPORT } from "#domain/findings/report/sample-report.ts";
import { SEVERITIES } from "#domain/findings/severity.ts";
import { renderReportInChildProcess } from "#server/pdf/render-in-child-process.ts";
import { recordResult } from "./measure/results.ts";

const FINDINGS = 200;
const MAX_SECONDS = 10;
/** Serializing the findings is the longest step in the calling process. */
const MAX_DELAY_MS = 100;
const BYTES_PER_MB = 1024 * 1024;

/** Prints the time, pages and bytes of a long report. */
export async function measureReport(): Promise<void> {
  const data = createReport(FINDINGS);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const startedAt = performance.now();
  const bytes = await renderReportInChildProcess(data);
  const seconds = (performance.now() - startedAt) / 1000;
  delay.disable();
  const maxDelayMs = delay.max / 1e6;
  const megabytes = bytes.byteLength / BYTES_PER_MB;
  const { numPages } = await getDocumentProxy(bytes);
  console.log(
    `report         ${FINDINGS} findings: ${seconds.toFixed(1)} s, ${numPages} pages, ${megabytes.toFixed(1)} MB, event loop delay at most ${maxDelayMs.toFixed(0)} ms`,
  );
  recordResult({
    name: `report: ${FINDINGS} findings`,
    value: seconds,
    unit: "s",
    atMost: MAX_SECONDS,
  });
  recordResult({ name: "report: event loop delay", value: maxDelayMs, unit: "ms", atMost: MAX_DELAY_MS });
  recordResult({ name: "report: pages", value: numPages, unit: "" });
  recordResult({ name: "report: size", value: megabytes, unit: "MB" });
  if (seconds > MAX_SECONDS || maxDelayMs > MAX_DELAY_MS) {
    process.exitCode = 1;
  }
}

/** Repeats the findings of the sample report with all texts: those without evidence have the evidence of another finding. */
function createReport(count: number): ReportData {
  const findings = SAMPLE_FINDINGS.flatMap((finding, position) =>
    Array.from({ length: Math.ceil(count / SAMPLE_FINDINGS.length) }, (_, copy): ReportedFinding => {
      const number = copy * SAMPLE_FINDINGS.length + position + 1;
      return {
        ...SAMPLE_INJECTION,
        ...finding,
        key: sampleKey(number),
        title: `${finding.title} (${number})`,
        severity: SEVERITIES[number % SEVERITIES.length] ?? finding.severity,
        evidence: finding.evidence || `Request ${number}.\n\n${SAMPLE_INJECTION.evidence}`,
        reproductionSteps: finding.reproductionSteps || SAMPLE_INJECTION.reproductionSteps,
      };
    }),
  );
  return { ...SAMPLE_REPORT, findings: findings.slice(0, count) };
}
