import { Hono } from "hono";
import { adminFactorRoutes } from "../../factors/admin-factors.ts";
import type { AuthContext } from "../../http/context.ts";
import { type AuthVariables, requireServiceRole } from "../../http/guards.ts";
import { createUserRoute } from "./create-user.ts";
import { deleteUserRoute } from "./delete-user.ts";
import { generateLinkRoute } from "./generate-link.ts";
import { getUserRoute } from "./get-user.ts";
import { listUsersRoute } from "./list-users.ts";
import { updateUserRoute } from "./update-user.ts";

/** /admin/users and /admin/generate_link: account management with the secret key. */
export function adminRoutes(auth: AuthContext): Hono<{ Variables: AuthVariables }> {
  return new Hono<{ Variables: AuthVariables }>()
    .use("/admin/*", requireServiceRole)
    .route("/", generateLinkRoute(auth))
    .route("/", createUserRoute(auth))
    .route("/", listUsersRoute(auth))
    .route("/", getUserRoute(auth))
    .route("/", updateUserRoute(auth))
    .route("/", deleteUserRoute(auth))
    .route("/", adminFactorRoutes(auth));
}
