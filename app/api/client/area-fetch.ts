import { toApiError, toNetworkError } from "#app/api/client/api-error.ts";
import type { Area } from "#app/api/client/area.ts";
import { addReadSignal } from "#app/api/client/area-reads.ts";
import { addSelectedClient } from "#app/api/client/selected-client.ts";
import { notifyIfSessionRejected } from "#app/api/client/session-rejected.ts";
import { getSupabase } from "#app/api/client/supabase.ts";

/** Sends a request, as `fetch` does. */
export type Send = (url: string, init: RequestInit) => Promise<Response>;

/**
 * Returns the `fetch` function for an area's API clients. It sends the area's access token and resolves only
 * to successful responses. It throws an `ApiError` for an error response, a network error without a response,
 * or the signal's reason if the request was canceled.
 */
export function createAreaFetch(area: Area, send: Send = (url, init) => fetch(url, init)): typeof fetch {
  return async (input, init = {}) => {
    let response: Response;
    let body: unknown;
    try {
      const headers = await addHeaders(area, init.headers);
      response = await send(toUrl(input), addReadSignal(area, { ...init, headers }));
      if (response.ok) {
        return response;
      }
      body = parseJson(await response.text());
    } catch (error) {
      throw init.signal?.aborted ? error : toNetworkError(error);
    }
    const error = toApiError(response.status, body);
    notifyIfSessionRejected(area, error);
    throw error;
  };
}

function toUrl(input: RequestInfo | URL): string {
  return input instanceof Request ? input.url : input.toString();
}

async function addHeaders(area: Area, initialHeaders: HeadersInit | undefined): Promise<Headers> {
  const headers = new Headers(initialHeaders);
  headers.set("Accept", "application/json");
  addSelectedClient(area, headers);
  const { auth } = await getSupabase(area);
  const { data } = await auth.getSession();
  if (data.session) {
    headers.set("Authorization", `Bearer ${data.session.access_token}`);
  }
  return headers;
}

/** Returns null for other formats: a proxy may send an error as HTML, and its status is sufficient. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
