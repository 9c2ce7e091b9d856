import type { ClientResponse } from "hono/client";
import { networkError } from "#app/api/client/api-error.ts";

/**
 * Returns the body of a successful response, with the type of its route. The client's `fetch` throws all other responses.
 * @throws {ApiError} also if the body is incomplete or not JSON, for example a page of a proxy.
 */
export async function readJson<Body>(request: Promise<ClientResponse<Body, number, "json">>): Promise<Body> {
  const response = await request;
  return response.json().catch(rejectIncomplete);
}

/**
 * Returns the file of a successful response.
 * @throws {ApiError} also if the file is incomplete.
 */
export async function readFile(request: Promise<Pick<ClientResponse<unknown>, "blob">>): Promise<Blob> {
  const response = await request;
  return response.blob().catch(rejectIncomplete);
}

function rejectIncomplete(error: unknown): never {
  throw networkError(error);
}
