import { hc } from "hono/client";
import { createAreaFetch } from "#app/api/client/area-fetch.ts";
import type { AdminApi } from "#server/api/admin/admin-api.ts";
import type { SquareApi } from "#server/api/square/square-api.ts";

const OPTIONS = { fetch: createAreaFetch("admin") };

/** The endpoints under `/api/admin`. */
export const adminApi = hc<AdminApi>("/", OPTIONS).api.admin;

/** The endpoints for the connection to Square and its syncs. */
export const squareApi = hc<SquareApi>("/", OPTIONS).api;
