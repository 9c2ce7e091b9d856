import { Worker } from "node:worker_threads";
import PQueue from "p-queue";
import type { LetterData } from "#domain/findings/report/letter.ts";
import type { ReportData } from "#domain/findings/report/report.ts";
import type { ProposalDocument } from "#domain/proposals/proposal-document.ts";
import { ApiError } from "#server/http/errors.ts";
import type { RenderMessage, RenderRequest } from "./report-thread.ts";

const WORKER_URL = new URL("./report-thread.ts", import.meta.url);
/** A report of 200 findings takes about 2 s. */
const TIMEOUT_MS = 60_000;
const MAX_MEMORY_MB = 512;
const MAX_THREADS = 2;
const MAX_WAITING = 8;

/** All PDFs that this process renders, for requests and for jobs. */
const queue = new PQueue({ concurrency: MAX_THREADS });

type RenderOptions = {
  /** Rejects with 429 if 8 PDFs are waiting, because a person waits for the response. Jobs wait for their turn. */
  isForRequest?: boolean;
  /** Also stops waiting. */
  signal?: AbortSignal;
  timeoutMs?: number;
};
type ReportOptions = RenderOptions & {
  /** Called with the number of findings that are written. */
  onProgress?: (doneFindings: number) => void;
};

/**
 * Renders a report in a worker thread, because a long report takes seconds.
 * @throws the error of the renderer, the reason of `signal`, or an error if the report takes too long or too much memory
 */
export function renderReportInThread(data: ReportData, options: ReportOptions = {}): Promise<Uint8Array> {
  return queueRendering({ kind: "report", data }, options);
}

/** Renders a letter of attestation in a worker thread. `verifyUrl` is the page that verifies letters. */
export function renderLetterInThread(
  data: LetterData,
  verifyUrl: string,
  options: RenderOptions = {},
): Promise<Uint8Array> {
  return queueRendering({ kind: "letter", data, verifyUrl }, options);
}

/** Renders a proposal in a worker thread. `verifyUrl` is the page that verifies accepted proposals. */
export function renderProposalInThread(
  data: ProposalDocument,
  verifyUrl: string,
  options: RenderOptions = {},
): Promise<Uint8Array> {
  return queueRendering({ kind: "proposal", data, verifyUrl }, options);
}

async function queueRendering(request: RenderRequest, options: ReportOptions): Promise<Uint8Array> {
  if (options.isForRequest && queue.size >= MAX_WAITING) {
    throw new ApiError(
      429,
      "too_many_requests",
      "We're creating other documents at the moment. Try again in 10 seconds.",
      { "Retry-After": "10" },
    );
  }
  const { signal } = options;
  return await queue.add(() => renderInThread(request, options), { ...(signal && { signal }) });
}

async function renderInThread(
  request: RenderRequest,
  { onProgress, signal, timeoutMs = TIMEOUT_MS }: ReportOptions,
): Promise<Uint8Array> {
  signal?.throwIfAborted();
  const worker = new Worker(WORKER_URL, {
    workerData: request,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
  });
  let timer: NodeJS.Timeout | undefined;
  let abort = () => {};
  try {
    return await new Promise<Uint8Array>((resolve, reject) => {
      worker.on("message", (message: RenderMessage) => {
        if (message.type === "done") {
          resolve(message.bytes);
        } else {
          onProgress?.(message.doneFindings);
        }
      });
      worker.once("error", (error: NodeJS.ErrnoException) =>
        reject(
          error.code === "ERR_WORKER_OUT_OF_MEMORY"
            ? new Error(`The ${request.kind} takes too much memory`, { cause: error })
            : error,
        ),
      );
      worker.once("exit", (code) => reject(new Error(`The ${request.kind} thread ended with code ${code}`)));
      timer = setTimeout(
        () => reject(new Error(`The ${request.kind} takes longer than ${timeoutMs / 1000} s`)),
        timeoutMs,
      );
      abort = () => reject(signal?.reason);
      signal?.addEventListener("abort", abort, { once: true });
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
    await worker.terminate();
  }
}
