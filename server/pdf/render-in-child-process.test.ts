import { monitorEventLoopDelay } from "node:perf_hooks";
import { expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { SAMPLE_REPORT } from "#domain/findings/report/sample-report.ts";
import { renderLetter } from "#server/findings/report/render-letter.ts";
import { renderReport } from "#server/findings/report/render-report.ts";
import {
  renderLetterInChildProcess,
  renderReportInChildProcess,
} from "#server/pdf/render-in-child-process.ts";

const LETTER = {
  ...SAMPLE_REPORT,
  code: "7K2M-9QXT-4HBD-WZ3N",
  issuedOn: calendarDate("2026-09-21"),
  counts: [],
  retestedOn: null,
  report: null,
  signatory: "Maya Okafor",
  signatoryTitle: "",
};

test("returns the bytes of the renderer and reports progress", async () => {
  const progress: number[] = [];
  const bytes = await renderReportInChildProcess(SAMPLE_REPORT, {
    onProgress: (done) => progress.push(done),
  });
  expect(Buffer.from(bytes).equals(await renderReport(SAMPLE_REPORT))).toBe(true);
  expect(progress).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

test("renders a letter", async () => {
  const bytes = await renderLetterInChildProcess(LETTER, "https://portal.example/verify");
  expect(Buffer.from(bytes).equals(await renderLetter(LETTER, "https://portal.example/verify"))).toBe(true);
});

test("does not block the caller", async () => {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  await renderReportInChildProcess(SAMPLE_REPORT);
  delay.disable();
  expect(delay.percentile(95) / 1e6).toBeLessThan(100);
});

test("rejects with the message of the renderer", async () => {
  const invalid = { ...SAMPLE_REPORT, findings: [null] };
  // @ts-expect-error The data comes from a database, so it could be incomplete.
  await expect(renderReportInChildProcess(invalid)).rejects.toThrow(/it is null/);
});

test("stops when the caller aborts", async () => {
  const controller = new AbortController();
  const rendering = renderReportInChildProcess(SAMPLE_REPORT, {
    signal: controller.signal,
    onProgress: () => controller.abort(new Error("Shutting down")),
  });
  await expect(rendering).rejects.toThrow("Shutting down");
  await expect(renderReportInChildProcess(SAMPLE_REPORT, { signal: controller.signal })).rejects.toThrow(
    "Shutting down",
  );
});

test("stops after a timeout", async () => {
  await expect(renderReportInChildProcess(SAMPLE_REPORT, { timeoutMs: 1 })).rejects.toMatchObject({
    reason: "timeout",
  });
});

test("rejects requests while 2 PDFs are rendered and 8 wait, and continues when they are aborted", async () => {
  const controller = new AbortController();
  const render = (options: { isForRequest: boolean }) =>
    renderLetterInChildProcess(LETTER, "https://portal.example/verify", {
      ...options,
      signal: controller.signal,
    });
  const queued = Array.from({ length: 10 }, () => render({ isForRequest: true }));
  await expect(render({ isForRequest: true })).rejects.toMatchObject({
    status: 429,
    code: "too_many_requests",
    headers: { "Retry-After": "10" },
  });
  const ofJob = render({ isForRequest: false });
  controller.abort(new Error("Disconnected"));
  for (const rendering of [...queued, ofJob]) {
    await expect(rendering).rejects.toThrow("Disconnected");
  }
  const bytes = await renderLetterInChildProcess(LETTER, "https://portal.example/verify", {
    isForRequest: true,
  });
  expect(bytes.length).toBeGreaterThan(0);
});

test("lets 3 PDFs of a caller wait, so that colleagues and administrators get theirs", async () => {
  const controller = new AbortController();
  const render = (callerId: string) =>
    renderLetterInChildProcess(LETTER, "https://portal.example/verify", {
      ...{ isForRequest: true, callerId, signal: controller.signal },
    });
  const queued = Array.from({ length: 5 }, () => render("member"));
  await expect(render("member")).rejects.toMatchObject({ status: 429, code: "too_many_requests" });
  queued.push(render("colleague"), render("administrator"));
  controller.abort(new Error("Disconnected"));
  for (const rendering of queued) {
    await expect(rendering).rejects.toThrow("Disconnected");
  }
  const bytes = await renderLetterInChildProcess(LETTER, "https://portal.example/verify", {
    callerId: "member",
  });
  expect(bytes.length).toBeGreaterThan(0);
});
