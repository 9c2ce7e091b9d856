import { SAMPLE_REPORT } from "../../../domain/findings/report/sample-report.ts";
import { renderReport } from "../../../server/findings/report/render-report.ts";

/** Draws the sample report that the landing page offers for download. */
export function drawSampleReport(): Promise<Buffer> {
  return renderReport(SAMPLE_REPORT);
}
