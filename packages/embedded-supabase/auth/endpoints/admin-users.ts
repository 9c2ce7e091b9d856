import { Hono } from "hono";
import type { AuthContext } from "../context.ts";
import { adminFactors } from "../factors/admin-factors.ts";
import { requireServiceRole, type Variables } from "../require-person.ts";
import { createUser } from "./admin-create-user.ts";
import { deleteUser } from "./admin-delete-user.ts";
import { getUser } from "./admin-get-user.ts";
import { listUsers } from "./admin-list-users.ts";
import { updateUser } from "./admin-update-user.ts";
import { generateLink } from "./generate-link.ts";

/** /admin/users and /admin/generate_link: managing accounts with the secret key. */
export function adminUsers(auth: AuthContext): Hono<{ Variables: Variables }> {
  return new Hono<{ Variables: Variables }>()
    .use("/admin/*", requireServiceRole)
    .route("/", generateLink(auth))
    .route("/", createUser(auth))
    .route("/", listUsers(auth))
    .route("/", getUser(auth))
    .route("/", updateUser(auth))
    .route("/", deleteUser(auth))
    .route("/", adminFactors(auth));
}
