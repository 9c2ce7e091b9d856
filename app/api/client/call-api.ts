import { ApiError, networkError } from "#app/api/client/api-error.ts";
import type { Area } from "#app/api/client/area.ts";
import { notifyIfSessionRejected } from "#app/api/client/session-rejected.ts";
import { getSupabase } from "#app/api/client/supabase.ts";

type RequestOptions = {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Sent as JSON, except for `FormData`. */
  body?: unknown;
  signal?: AbortSignal;
};

/**
 * Calls an API endpoint with the area's access token. `T` is the response type.
 * @throws {ApiError} with the endpoint's `error` and `code`, or a network error.
 */
export async function callApi<T>(area: Area, path: string, options: RequestOptions = {}): Promise<T> {
  let response: Response;
  let body: unknown;
  try {
    response = await sendRequest(area, path, options);
    body = await readJson(response);
  } catch (error) {
    throw networkError(error);
  }
  if (!response.ok) {
    throw reportRejectedSession(area, toApiError(response.status, body));
  }
  return castResponse<T>(body);
}

/**
 * Calls an API endpoint that returns a file.
 * @throws {ApiError} like `callApi`, and if the file is incomplete.
 */
export async function fetchFile(area: Area, path: string, options: RequestOptions = {}): Promise<Blob> {
  let response: Response;
  let body: unknown;
  try {
    response = await sendRequest(area, path, options);
    if (response.ok) {
      return await response.blob();
    }
    body = await readJson(response);
  } catch (error) {
    throw networkError(error);
  }
  throw reportRejectedSession(area, toApiError(response.status, body));
}

function reportRejectedSession(area: Area, error: ApiError): ApiError {
  notifyIfSessionRejected(area, error);
  return error;
}

async function sendRequest(
  area: Area,
  path: string,
  { method = "GET", body, signal }: RequestOptions,
): Promise<Response> {
  const token = await getAccessToken(area);
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

/** Access token of the area's session, or null if no one is signed in. */
export async function getAccessToken(area: Area): Promise<string | null> {
  const { auth } = await getSupabase(area);
  const { data } = await auth.getSession();
  return data.session?.access_token ?? null;
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return text ? JSON.parse(text) : null;
  } catch (error) {
    // A proxy may send an error as HTML, and its status is enough. A success must be JSON.
    if (response.ok) {
      throw error;
    }
    return null;
  }
}

/** Creates an `ApiError` from the JSON body of an error response. */
export function toApiError(status: number, body: unknown): ApiError {
  const fields = typeof body === "object" && body !== null ? new Map(Object.entries(body)) : new Map();
  const message: unknown = fields.get("error") ?? fields.get("message");
  const code: unknown = fields.get("code");
  return new ApiError({
    status,
    code: typeof code === "string" ? code : "",
    message: typeof message === "string" ? message : "",
  });
}

/** Assumes the documented type of a response without checking it: server and browser code are released together. */
export function castResponse<T>(body: unknown): T {
  return body as T;
}
