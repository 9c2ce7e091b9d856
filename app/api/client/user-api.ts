import { hc } from "hono/client";
import type { Area } from "#app/api/client/area.ts";
import { createAreaFetch } from "#app/api/client/area-fetch.ts";
import type { ClientApi } from "#server/api/client/client-api.ts";

/** API clients by area, for the endpoints that all signed-in users can call. */
export const userApi = { client: createUserApi("client"), admin: createUserApi("admin") };

function createUserApi(area: Area) {
  return hc<ClientApi>("/", { fetch: createAreaFetch(area) }).api;
}
