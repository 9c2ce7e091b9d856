import { Hono, type MiddlewareHandler } from "hono";
import { z } from "zod";
import type { OwnInvitation } from "#domain/clients/members/member.ts";
import { ClientRoleName } from "#domain/clients/members/role.ts";
import { toInstant } from "#domain/dates/instant.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import type { Query } from "#server/database/database.ts";
import { ApiError } from "#server/http/errors.ts";
import { validateParams } from "#server/http/validate.ts";
import type { Services } from "#server/services.ts";

const InvitationPath = z.object({ id: z.guid() });

/**
 * Invitations for the signed-in user's email address: `GET /api/client/own-invitations` lists them, and `POST
 * /api/client/own-invitations/{id}/accept` or `.../decline` responds to one. `POST /api/client/visit` records that the user
 * opened the portal.
 */
export function createOwnInvitationRoutes({ database }: Pick<Services, "database">) {
  const validId = validateParams(InvitationPath, unknownInvitationError);
  // The invited person may not have a client yet.
  const clientAccountsOnly: MiddlewareHandler<CallerEnv> = async (context, next) => {
    if (context.var.caller.app_metadata.role !== "client") {
      throw new ApiError(403, "not_authorized", "Only client accounts have invitations.");
    }
    await next();
  };
  return new Hono<CallerEnv>()
    .get("/client/own-invitations", clientAccountsOnly, async (context) => {
      const invitations = await database.asCaller(context.var.caller, listOwnInvitations);
      return context.json({ success: true, invitations });
    })
    .post("/client/own-invitations/:id/accept", clientAccountsOnly, validId, async (context) => {
      const { id } = context.req.valid("param");
      await database.asCaller(context.var.caller, (query) => respondToInvitation(query, id, true));
      return context.json({ success: true });
    })
    .post("/client/own-invitations/:id/decline", clientAccountsOnly, validId, async (context) => {
      const { id } = context.req.valid("param");
      await database.asCaller(context.var.caller, (query) => respondToInvitation(query, id, false));
      return context.json({ success: true });
    })
    .post("/client/visit", clientAccountsOnly, async (context) => {
      await database.asCaller(context.var.caller, (query) => query("select endpoints.record_visit()"));
      return context.json({ success: true });
    });
}

async function listOwnInvitations(query: Query): Promise<OwnInvitation[]> {
  const rows = await query(
    `select id, company, role, inviter, access_expires_at, expires_at from endpoints.list_own_invitations()`,
  );
  return rows.map(({ access_expires_at, expires_at, role, ...invitation }) => ({
    ...invitation,
    role: ClientRoleName.parse(role),
    accessExpiresAt: toInstant(access_expires_at),
    expiresAt: toInstant(expires_at),
  }));
}

async function respondToInvitation(query: Query, id: string, accepts: boolean): Promise<void> {
  const [row] = await query("select endpoints.respond_to_member_invitation($1, $2) as outcome", [
    id,
    accepts,
  ]);
  if (row?.outcome !== "accepted" && row?.outcome !== "declined") {
    throw unknownInvitationError();
  }
}

function unknownInvitationError(): ApiError {
  return new ApiError(
    404,
    "unknown_invitation",
    "This invitation has expired or was revoked. Ask for a new one.",
  );
}
