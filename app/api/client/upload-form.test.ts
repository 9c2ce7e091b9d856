import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createFormUpload } from "./upload-form.ts";

/** The parts of XMLHttpRequest that an upload uses. The test completes the request manually. */
class SimulatedRequest {
  static latest: SimulatedRequest | undefined;
  readonly headers: Record<string, string> = {};
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  target = "";
  sent: unknown;
  status = 0;
  responseText = "";
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;

  constructor() {
    SimulatedRequest.latest = this;
  }

  open(method: string, url: string): void {
    this.target = `${method} ${url}`;
  }

  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }

  send(body: unknown): void {
    this.sent = body;
  }

  abort(): void {
    this.onabort?.();
  }

  respond(status: number, text: string): void {
    this.status = status;
    this.responseText = text;
    this.onload?.();
  }
}

const URL = "/api/upload";
const form = new FormData();
const progress: number[] = [];
const upload = createFormUpload(form, (fraction) => progress.push(fraction));

beforeEach(() => {
  progress.length = 0;
  SimulatedRequest.latest = undefined;
  vi.stubGlobal("XMLHttpRequest", SimulatedRequest);
});
afterEach(() => vi.unstubAllGlobals());

async function startUpload(
  init: RequestInit = {},
): Promise<{ response: Promise<Response>; request: SimulatedRequest }> {
  const response = upload(URL, init);
  await vi.waitUntil(() => SimulatedRequest.latest?.sent);
  const request = SimulatedRequest.latest;
  if (!request) {
    throw new Error("no request was sent");
  }
  return { response, request };
}

test("sends the form with the given headers and returns the response", async () => {
  const { response, request } = await startUpload({
    method: "POST",
    headers: { Authorization: "Bearer token" },
  });
  expect(request).toMatchObject({
    target: `POST ${URL}`,
    headers: { authorization: "Bearer token" },
    sent: form,
  });
  request.respond(201, '{"success":true}');
  const { status, ok } = await response;
  expect([status, ok, await (await response).json()]).toEqual([201, true, { success: true }]);
});

test("reports the uploaded fraction", async () => {
  const { response, request } = await startUpload();
  request.upload.onprogress?.({ loaded: 1, total: 4 });
  request.upload.onprogress?.({ loaded: 0, total: 0 });
  request.respond(204, "");
  expect([(await response).status, progress]).toEqual([204, [0.25, 0]]);
});

test("rejects if the server does not respond", async () => {
  const { response, request } = await startUpload();
  request.onerror?.();
  await expect(response).rejects.toThrow("/api/upload did not respond");
});

test("rejects with the signal's reason if the upload is canceled", async () => {
  const controller = new AbortController();
  const { response } = await startUpload({ signal: controller.signal });
  const reason = new Error("The user canceled.");
  controller.abort(reason);
  await expect(response).rejects.toBe(reason);
});

test("sends nothing if the upload was canceled before it started", async () => {
  const reason = new Error("The user canceled.");
  await expect(upload(URL, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  expect(SimulatedRequest.latest).toBeUndefined();
});
