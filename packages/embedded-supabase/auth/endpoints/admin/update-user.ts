import { Hono } from "hono";
import { parseBanDuration } from "../../accounts/ban-duration.ts";
import { updateAccount } from "../../accounts/update-account.ts";
import { requireUser, serializeUser } from "../../accounts/users.ts";
import type { AuthContext } from "../../http/context.ts";
import { readBody } from "../../http/request-body.ts";
import { validatePassword } from "../../password/validate-password.ts";
import { rejectUnsupportedAttributes, UserAttributesSchema } from "./user-attributes.ts";
import { parseUserId } from "./user-id.ts";

/** PUT /admin/users/{id} */
export function updateUserRoute(auth: AuthContext): Hono {
  return new Hono().put("/admin/users/:id", async (context) => {
    const id = parseUserId(context.req.param("id"));
    const body = await readBody(context, UserAttributesSchema);
    rejectUnsupportedAttributes(body);
    const { email } = await requireUser(auth.pool, id);
    const password = body.password ?? null;
    if (password !== null) {
      validatePassword(password);
    }
    const passwordHash = password === null ? body.password_hash : await auth.passwords.hash(password, email);
    await updateAccount(auth, id, {
      email: body.email ?? undefined,
      passwordHash: passwordHash ?? undefined,
      confirmEmail: body.email_confirm ?? false,
      userMetadata: body.email_confirm
        ? { ...body.user_metadata, email_verified: true }
        : (body.user_metadata ?? undefined),
      appMetadata: body.app_metadata ?? undefined,
      bannedUntil: parseBanDuration(body.ban_duration, auth.now()),
    });
    return context.json(serializeUser(await requireUser(auth.pool, id)));
  });
}
