import { Hono } from "hono";
import { z } from "zod";
import { brand } from "#brand";
import { ChangeMember, InviteMember } from "#domain/clients/members/member.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { readPeople } from "#server/api/client/people/read-people.ts";
import { requirePeopleManager } from "#server/api/client/people/require-people-manager.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import { ApiError } from "#server/http/errors.ts";
import { validateJson, validateParams } from "#server/http/validate.ts";
import type { Services } from "#server/services.ts";

const MAX_BODY_BYTES = 4 * 1024;
const PersonPath = z.object({ client: z.guid(), id: z.guid() });
const Requirement = z.object({ isRequired: z.boolean() });

type Dependencies = Pick<Services, "database" | "now">;

/**
 * The people of a client, for its owners and for administrators, under `/api/client/people/{client}`: `GET` lists members
 * and pending invitations. `POST invitations` invites a person, `POST invitations/{id}/resend` sends an invitation again and
 * `DELETE invitations/{id}` revokes it. `PUT members/{id}` changes the role and the last day, `POST
 * members/{id}/suspend` and `.../restore` suspend and restore a member's access, and `DELETE members/{id}` removes the person.
 * `PUT second-factor` sets whether all members need a second factor. Jobs send the emails.
 */
export function createPeopleRoutes({ database, now }: Dependencies) {
  const managersOnly = requirePeopleManager({ database });
  const validPerson = validateParams(PersonPath, unknownPersonError);
  const validChange = validateJson(ChangeMember, { maxBytes: MAX_BODY_BYTES });
  const validInvitation = validateJson(InviteMember, { maxBytes: MAX_BODY_BYTES });

  const rejectPastDate = (lastDay: string | null) => {
    if (lastDay !== null && lastDay < firmToday(now())) {
      throw new ApiError(400, "invalid_input", "Choose today or a later date.");
    }
  };

  return new Hono<CallerEnv>()
    .get("/client/people/:client", managersOnly, async (context) => {
      const { caller } = context.var;
      const people = await database.asCaller(caller, (query) =>
        readPeople(query, context.req.param("client"), caller.sub),
      );
      return context.json({ success: true, people });
    })
    .post("/client/people/:client/invitations", managersOnly, validInvitation, async (context) => {
      const { email, name, role, lastDay } = context.req.valid("json");
      rejectPastDate(lastDay);
      const [row] = await database.asCaller(context.var.caller, (query) =>
        query(
          `select endpoints.invite_member($1, $2, $3, $4, ($5::date + 1)::timestamp at time zone $6) as outcome`,
          [context.req.param("client"), email, name, role, lastDay, brand.timeZone],
        ),
      );
      requireSuccess(row?.outcome);
      return context.json({ success: true }, 201);
    })
    .post("/client/people/:client/invitations/:id/resend", managersOnly, validPerson, async (context) => {
      const { id } = context.req.valid("param");
      const [row] = await database.asCaller(context.var.caller, (query) =>
        query("select endpoints.resend_member_invitation($1) as outcome", [id]),
      );
      requireSuccess(row?.outcome);
      return context.json({ success: true });
    })
    .delete("/client/people/:client/invitations/:id", managersOnly, validPerson, async (context) => {
      const { id } = context.req.valid("param");
      const [row] = await database.asCaller(context.var.caller, (query) =>
        query("select endpoints.revoke_member_invitation($1) as is_revoked", [id]),
      );
      if (!row?.is_revoked) {
        throw unknownInvitationError();
      }
      return context.json({ success: true });
    })
    .put("/client/people/:client/members/:id", managersOnly, validPerson, validChange, async (context) => {
      const { id } = context.req.valid("param");
      const { role, lastDay } = context.req.valid("json");
      rejectPastDate(lastDay);
      const [row] = await database.asCaller(context.var.caller, (query) =>
        query(
          "select endpoints.change_member($1, $2, ($3::date + 1)::timestamp at time zone $4) as outcome",
          [id, role, lastDay, brand.timeZone],
        ),
      );
      requireSuccess(row?.outcome);
      return context.json({ success: true });
    })
    .post("/client/people/:client/members/:id/suspend", managersOnly, validPerson, async (context) => {
      const { id } = context.req.valid("param");
      const [row] = await database.asCaller(context.var.caller, (query) =>
        query("select endpoints.set_member_suspended($1, true) as outcome", [id]),
      );
      requireSuccess(row?.outcome);
      return context.json({ success: true });
    })
    .post("/client/people/:client/members/:id/restore", managersOnly, validPerson, async (context) => {
      const { id } = context.req.valid("param");
      const [row] = await database.asCaller(context.var.caller, (query) =>
        query("select endpoints.set_member_suspended($1, false) as outcome", [id]),
      );
      requireSuccess(row?.outcome);
      return context.json({ success: true });
    })
    .delete("/client/people/:client/members/:id", managersOnly, validPerson, async (context) => {
      const { id } = context.req.valid("param");
      const [row] = await database.asCaller(context.var.caller, (query) =>
        query("select endpoints.remove_member($1) as outcome", [id]),
      );
      requireSuccess(row?.outcome);
      return context.json({ success: true });
    })
    .put(
      "/client/people/:client/second-factor",
      managersOnly,
      validateJson(Requirement, { maxBytes: MAX_BODY_BYTES }),
      async (context) => {
        const { isRequired } = context.req.valid("json");
        const [row] = await database.asCaller(context.var.caller, (query) =>
          query("select endpoints.set_second_factor_required($1, $2) as outcome", [
            context.req.param("client"),
            isRequired,
          ]),
        );
        requireSuccess(row?.outcome);
        return context.json({ success: true });
      },
    );
}

function requireSuccess(outcome: string | null | undefined): void {
  switch (outcome) {
    case "invited":
    case "resent":
    case "changed":
    case "removed":
      return;
    case "already-member":
      throw new ApiError(409, "already_member", "This person already has access.");
    case "already-invited":
      throw new ApiError(
        409,
        "already_invited",
        "This person is already invited. Resend the invitation instead.",
      );
    case "client-suspended":
      throw new ApiError(409, "client_suspended", "Restore the client before you invite people.");
    case "last-owner":
      throw new ApiError(
        409,
        "last_owner",
        "Every company needs at least one owner. Make someone else an owner first.",
      );
    case "not-allowed":
      throw new ApiError(403, "not_authorized", "Only owners can manage people.");
    case "own-factor-missing":
      throw new ApiError(
        409,
        "own_factor_missing",
        "Set up two-factor authentication for your own account first. Otherwise, you'd lose access too.",
      );
    case "too-soon":
      throw new ApiError(
        429,
        "rate_limited",
        "You just sent this invitation. Wait a minute before you resend it.",
      );
    case "too-many":
      throw new ApiError(
        429,
        "rate_limited",
        "This company sent 30 invitations in the last hour. Try again later.",
      );
    default:
      throw unknownPersonError();
  }
}

function unknownPersonError(): ApiError {
  return new ApiError(
    404,
    "unknown_person",
    "This person or invitation is no longer in the list. Reload the page.",
  );
}

function unknownInvitationError(): ApiError {
  return new ApiError(404, "unknown_invitation", "This invitation is no longer pending. Reload the page.");
}
