import PQueue from "p-queue";
import type { LetterData } from "#domain/findings/report/letter.ts";
import type { ReportData } from "#domain/findings/report/report.ts";
import type { ProposalDocument } from "#domain/proposals/proposal-document.ts";
import { startChildProcess } from "#server/child-processes/start-child-process.ts";
import { ApiError } from "#server/http/errors.ts";
import type { RenderMessage, RenderRequest } from "./render-script.ts";

const SCRIPT = new URL("./render-script.ts", import.meta.url);
/** A report of 200 findings takes about 2 s. */
const TIMEOUT_MS = 60_000;
const MAX_MEMORY_MB = 512;
const MAX_PROCESSES = 2;
const MAX_WAITING = 8;
const MAX_WAITING_PER_CALLER = 3;

/** All PDFs that this process renders, for requests and for jobs. */
const queue = new PQueue({ concurrency: MAX_PROCESSES });
/** The number of PDFs that wait for each caller, by user id. */
const waitingByCaller = new Map<string, number>();

type RenderOptions = {
  /** Rejects with 429 if 8 PDFs are waiting, because a user waits for the response. Jobs always wait. */
  isForRequest?: boolean;
  /** The user who requests the PDF. Rejects with 429 if 3 of the user's PDFs are waiting, so that others get theirs. */
  callerId?: string;
  /** Stops the rendering, or removes it from the queue. */
  signal?: AbortSignal;
  timeoutMs?: number;
};
type ReportOptions = RenderOptions & {
  /** Called with the number of findings that are written. */
  onProgress?: (doneFindings: number) => void;
};

/**
 * Renders a report in a child process, because a long report takes seconds.
 * @throws the error of the renderer, the reason of `signal`, or an error if the report takes too long or too much memory
 */
export function renderReportInChildProcess(
  data: ReportData,
  options: ReportOptions = {},
): Promise<Uint8Array> {
  return queueRendering({ kind: "report", data }, options);
}

/** Renders a letter of attestation in a child process. `verifyUrl` is the page that verifies letters. */
export function renderLetterInChildProcess(
  data: LetterData,
  verifyUrl: string,
  options: RenderOptions = {},
): Promise<Uint8Array> {
  return queueRendering({ kind: "letter", data, verifyUrl }, options);
}

/** Renders a proposal in a child process. `verifyUrl` is the page that verifies accepted proposals. */
export function renderProposalInChildProcess(
  data: ProposalDocument,
  verifyUrl: string,
  options: RenderOptions = {},
): Promise<Uint8Array> {
  return queueRendering({ kind: "proposal", data, verifyUrl }, options);
}

/**
 * Renders a PDF that a person requested in a child process.
 * @throws {ApiError} 429 if too many PDFs are waiting, or 400 if `signal` aborts
 */
export async function renderRequestedPdf(
  request: RenderRequest,
  options: { signal: AbortSignal; callerId: string },
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return Uint8Array.from(await queueRendering(request, { ...options, isForRequest: true }));
  } catch (error) {
    throw options.signal.aborted ? new ApiError(400, "aborted", "The request is incomplete.") : error;
  }
}

async function queueRendering(request: RenderRequest, options: ReportOptions): Promise<Uint8Array> {
  if (options.isForRequest && queue.size >= MAX_WAITING) {
    throw tooManyPdfsError();
  }
  const stopWaiting = startWaiting(options.callerId);
  try {
    const render = () => {
      stopWaiting();
      return renderInChildProcess(request, options);
    };
    return await queue.add(render, { ...(options.signal && { signal: options.signal }) });
  } finally {
    stopWaiting();
  }
}

/** Counts a PDF that waits for a caller. Returns a function that ends the wait, which can be called more than once. */
function startWaiting(callerId: string | undefined): () => void {
  if (callerId === undefined || queue.pending < MAX_PROCESSES) {
    return () => {};
  }
  const count = waitingByCaller.get(callerId) ?? 0;
  if (count >= MAX_WAITING_PER_CALLER) {
    throw tooManyPdfsError();
  }
  waitingByCaller.set(callerId, count + 1);
  let isWaiting = true;
  return () => {
    if (!isWaiting) {
      return;
    }
    isWaiting = false;
    const remaining = (waitingByCaller.get(callerId) ?? 1) - 1;
    if (remaining === 0) {
      waitingByCaller.delete(callerId);
    } else {
      waitingByCaller.set(callerId, remaining);
    }
  };
}

function tooManyPdfsError(): ApiError {
  return new ApiError(
    429,
    "too_many_requests",
    "We're creating other documents at the moment. Try again in 10 seconds.",
    { "Retry-After": "10" },
  );
}

async function renderInChildProcess(
  request: RenderRequest,
  { onProgress, signal, timeoutMs = TIMEOUT_MS }: ReportOptions,
): Promise<Uint8Array> {
  const limits = { maxMemoryMb: MAX_MEMORY_MB, timeoutMs, ...(signal && { signal }) };
  const { child, ended } = startChildProcess(SCRIPT, request, limits);
  let bytes: Uint8Array | undefined;
  child.on("message", (message: RenderMessage) => {
    if (message.type === "done") {
      bytes = message.bytes;
    } else {
      onProgress?.(message.doneFindings);
    }
  });
  await ended;
  if (!bytes) {
    throw new Error(`The process did not send the ${request.kind}`);
  }
  return bytes;
}
