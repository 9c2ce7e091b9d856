import { createDocumentLinkRoutes } from "#server/api/client/document-link.ts";
import { createOwnSessionRoutes } from "#server/api/client/own-sessions.ts";
import { createClientGroup } from "#server/api/route-groups.ts";
import type { Services } from "#server/services.ts";

/** All routes under `/api/client` and `/api/own-sessions`. */
export function createClientApi(services: Services) {
  return createClientGroup(services)
    .route("/", createDocumentLinkRoutes(services))
    .route("/", createOwnSessionRoutes(services));
}

/** Route types for `hono/client` in app/api. */
export type ClientApi = ReturnType<typeof createClientApi>;
