import { backend } from "#app/api/backend.ts";
import { ApiFailure, unanswered } from "#app/api/failure.ts";
import type { House } from "#app/api/house.ts";
import { noteRefusal } from "#app/api/session-refused.ts";

type Call = {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Sent as JSON; FormData goes as it is. */
  body?: unknown;
  signal?: AbortSignal;
};

/**
 * Calls one of the product's own endpoints with the house's access token. `T` is the endpoint's documented answer.
 * @throws ApiFailure with the endpoint's `error` and `code`; `isUnanswered` when no answer came.
 */
export async function callApi<T>(house: House, path: string, call: Call = {}): Promise<T> {
  let response: Response;
  let answer: unknown;
  try {
    response = await send(house, path, call);
    answer = await readJson(response);
  } catch (cause) {
    throw unanswered(cause);
  }
  if (!response.ok) throw noted(house, refusalOf(response.status, answer));
  return asDocumented<T>(answer);
}

/**
 * Calls an endpoint that answers with a file.
 * @throws ApiFailure as `callApi` does; also when the file was cut off on its way.
 */
export async function fetchFile(house: House, path: string, call: Call = {}): Promise<Blob> {
  let response: Response;
  let refusal: unknown;
  try {
    response = await send(house, path, call);
    if (response.ok) return await response.blob();
    refusal = await readJson(response);
  } catch (cause) {
    throw unanswered(cause);
  }
  throw noted(house, refusalOf(response.status, refusal));
}

function noted(house: House, refusal: ApiFailure): ApiFailure {
  noteRefusal(house, refusal);
  return refusal;
}

async function send(house: House, path: string, { method = "GET", body, signal }: Call): Promise<Response> {
  const token = await accessToken(house);
  const isForm = body instanceof FormData;
  return fetch(path, {
    method,
    headers: {
      Accept: "application/json",
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(body === undefined || isForm ? {} : { "Content-Type": "application/json" }),
    },
    body: body === undefined ? null : isForm ? body : JSON.stringify(body),
    signal: signal ?? null,
  });
}

/** The token of the house's session; null when nobody is signed in. */
export async function accessToken(house: House): Promise<string | null> {
  const { auth } = await backend(house);
  const { data } = await auth.getSession();
  return data.session?.access_token ?? null;
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return text ? JSON.parse(text) : null;
  } catch (cause) {
    // A refusal may come from a proxy as HTML: its status still tells. A success that is no JSON is no answer.
    if (response.ok) throw cause;
    return null;
  }
}

/** What an endpoint said no with. */
export function refusalOf(status: number, answer: unknown): ApiFailure {
  const told = typeof answer === "object" && answer !== null ? new Map(Object.entries(answer)) : new Map();
  const words: unknown = told.get("error") ?? told.get("message");
  const code: unknown = told.get("code");
  return new ApiFailure({
    status,
    code: typeof code === "string" ? code : "",
    message: typeof words === "string" ? words : "",
  });
}

/** The server is ours and of the same release: its endpoint's documented answer is what arrives. */
export function asDocumented<T>(answer: unknown): T {
  return answer as T;
}
