import { Hono } from "hono";
import { z } from "zod";
import { withTransaction } from "../../../transaction.ts";
import { parseBanDuration } from "../../accounts/ban-duration.ts";
import { createAccount } from "../../accounts/create-account.ts";
import { rejectDuplicateEmail } from "../../accounts/update-account.ts";
import { requireUser, serializeUser } from "../../accounts/users.ts";
import type { AuthContext } from "../../http/context.ts";
import { AuthError } from "../../http/errors.ts";
import { readBody } from "../../http/request-body.ts";
import { validatePassword } from "../../password/validate-password.ts";
import { rejectUnsupportedAttributes, UserAttributesSchema } from "./user-attributes.ts";

const NIL_UUID = "00000000-0000-0000-0000-000000000000";

const BodySchema = UserAttributesSchema.extend({ id: z.guid().nullish() });

/** POST /admin/users */
export function createUserRoute(auth: AuthContext): Hono {
  return new Hono().post("/admin/users", async (context) => {
    const body = await readBody(context, BodySchema);
    rejectUnsupportedAttributes(body);
    if (body.id === NIL_UUID) {
      throw new AuthError(400, "validation_failed", "ID cannot be a nil uuid");
    }
    const { email, password } = body;
    if (!email) {
      throw new AuthError(400, "validation_failed", "Cannot create a user without either an email or phone");
    }
    if (password) {
      validatePassword(password);
    }
    const at = auth.now();
    const account = {
      id: body.id ?? undefined,
      email,
      passwordHash: password ? await auth.passwords.hash(password, email) : body.password_hash,
      isConfirmed: body.email_confirm ?? false,
      userMetadata: body.user_metadata,
      appMetadata: body.app_metadata,
      bannedUntil: parseBanDuration(body.ban_duration, at),
    };
    const id = await withTransaction(auth.pool, (client) => createAccount(client, account, at)).catch(
      rejectDuplicateEmail,
    );
    return context.json(serializeUser(await requireUser(auth.pool, id)));
  });
}
