import { ApiError } from "#server/http/errors.ts";

type Render = (signal: AbortSignal) => Promise<Uint8Array>;
type Rendering = { pdf: Promise<Uint8Array>; controller: AbortController; readers: number };

/**
 * Renders each PDF once for concurrent requests, and caches the most recently used ones. A rendering stops when all of its
 * requests are aborted.
 */
export class SharedRenderings {
  readonly #maxCached: number;
  readonly #cached = new Map<string, Uint8Array>();
  readonly #running = new Map<string, Rendering>();

  constructor(maxCached: number) {
    this.#maxCached = maxCached;
  }

  /**
   * Returns the PDF with this key, which must determine its bytes.
   * @throws {ApiError} 400 if `signal` aborts. Rethrows the errors of `render`, which are not cached
   */
  async get(key: string, signal: AbortSignal, render: Render): Promise<Uint8Array> {
    const cached = this.#cached.get(key);
    if (cached) {
      this.#store(key, cached);
      return cached;
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
        this.#store(key, bytes);
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

  /** Caches a PDF as the most recently used one. */
  #store(key: string, bytes: Uint8Array): void {
    this.#cached.delete(key);
    this.#cached.set(key, bytes);
    const [leastRecentlyUsed] = this.#cached.keys();
    if (leastRecentlyUsed !== undefined && this.#cached.size > this.#maxCached) {
      this.#cached.delete(leastRecentlyUsed);
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
