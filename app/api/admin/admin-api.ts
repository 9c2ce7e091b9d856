import { hc } from "hono/client";
import { createAreaFetch } from "#app/api/client/area-fetch.ts";
import type { AdminApi } from "#server/api/admin/admin-api.ts";
import type { SquareApi } from "#server/api/square/square-api.ts";

const OPTIONS = { fetch: createAreaFetch("admin") };

/** Client for the endpoints under `/api/admin`. */
export const adminApi = hc<AdminApi>("/", OPTIONS).api.admin;

/** Client for the endpoints that connect to Square and sync from it. */
export const squareApi = hc<SquareApi>("/", OPTIONS).api;
