import { documentLinkRoutes } from "#server/api/client/document-link.ts";
import { ownSessionRoutes } from "#server/api/client/own-sessions.ts";
import { createClientGroup } from "#server/api/route-groups.ts";
import type { Services } from "#server/services.ts";

/** All routes under `/api/client` and `/api/own-sessions`. */
export function createClientApi(services: Services) {
  return createClientGroup(services)
    .route("/", documentLinkRoutes(services))
    .route("/", ownSessionRoutes(services));
}

/** The type of the routes, for `hono/client` in app/api. */
export type ClientApi = ReturnType<typeof createClientApi>;
