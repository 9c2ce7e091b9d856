import { ApiError } from "#server/http/errors.ts";

type Render = (signal: AbortSignal) => Promise<Uint8Array>;
type Rendering = { pdf: Promise<Uint8Array>; controller: AbortController; readers: number };

/**
 * Renders each PDF once for concurrent requests, and keeps the most recently used ones. A rendering stops when all of its
 * requests are aborted.
 */
export class SharedRenderings {
  readonly #maxKept: number;
  readonly #kept = new Map<string, Uint8Array>();
  readonly #running = new Map<string, Rendering>();

  constructor(maxKept: number) {
    this.#maxKept = maxKept;
  }

  /**
   * Returns the PDF with this key, which must determine its bytes.
   * @throws {ApiError} 400 if `signal` aborts. Rethrows the errors of `render`, which are not kept
   */
  async get(key: string, signal: AbortSignal, render: Render): Promise<Uint8Array> {
    const kept = this.#kept.get(key);
    if (kept) {
      this.#keep(key, kept);
      return kept;
    }
    const rendering = this.#running.get(key) ?? this.#start(key, render);
    rendering.readers += 1;
    try {
      return await untilAborted(rendering.pdf, signal);
    } finally {
      rendering.readers -= 1;
      if (rendering.readers === 0) {
        this.#remove(key, rendering);
        rendering.controller.abort();
      }
    }
  }

  #start(key: string, render: Render): Rendering {
    const controller = new AbortController();
    const rendering: Rendering = { pdf: render(controller.signal), controller, readers: 0 };
    this.#running.set(key, rendering);
    rendering.pdf.then(
      (bytes) => {
        this.#remove(key, rendering);
        this.#keep(key, bytes);
      },
      () => this.#remove(key, rendering),
    );
    return rendering;
  }

  #remove(key: string, rendering: Rendering): void {
    if (this.#running.get(key) === rendering) {
      this.#running.delete(key);
    }
  }

  /** Keeps a PDF as the most recently used one. */
  #keep(key: string, bytes: Uint8Array): void {
    this.#kept.delete(key);
    this.#kept.set(key, bytes);
    const [leastRecentlyUsed] = this.#kept.keys();
    if (leastRecentlyUsed !== undefined && this.#kept.size > this.#maxKept) {
      this.#kept.delete(leastRecentlyUsed);
    }
  }
}

async function untilAborted(pdf: Promise<Uint8Array>, signal: AbortSignal): Promise<Uint8Array> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(new ApiError(400, "aborted", "The request is incomplete."));
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) {
    abort();
  }
  try {
    return await Promise.race([pdf, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
