import type { ClientResponse } from "hono/client";
import { toNetworkError } from "#app/api/client/api-error.ts";

/**
 * Returns the body of a successful response, with the type of its route. Error responses have already been
 * thrown by the client's `fetch`.
 * @throws {ApiError} if the body is incomplete or not JSON, for example a proxy's error page
 */
export async function readJson<Body>(request: Promise<ClientResponse<Body, number, "json">>): Promise<Body> {
  const response = await request;
  return response.json().catch(rejectIncomplete);
}

/**
 * Returns the file in a successful response.
 * @throws {ApiError} if the file is incomplete
 */
export async function readFile(request: Promise<Pick<ClientResponse<unknown>, "blob">>): Promise<Blob> {
  const response = await request;
  return response.blob().catch(rejectIncomplete);
}

function rejectIncomplete(error: unknown): never {
  throw toNetworkError(error);
}
