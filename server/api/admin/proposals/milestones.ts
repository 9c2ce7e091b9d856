import { Hono } from "hono";
import { z } from "zod";
import { firmToday } from "#domain/firm/firm-today.ts";
import { SaveMilestone, SetMilestoneDone, SetPlannedInvoice } from "#domain/proposals/proposals-api.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import type { Query } from "#server/database/database.ts";
import { ApiError } from "#server/http/errors.ts";
import { validateJson, validateParams } from "#server/http/validate.ts";
import { unknownMilestoneError, unknownPaymentError } from "#server/proposals/proposal-errors.ts";
import { setPlannedInvoice } from "#server/proposals/set-planned-invoice.ts";
import type { Services } from "#server/services.ts";

const MAX_BODY_BYTES = 16 * 1024;
const ProjectPath = z.object({ project: z.guid() });
const IdPath = z.object({ id: z.guid() });

/**
 * Milestones and planned payments under `/api/admin`: `POST projects/{project}/milestones` adds a milestone, `PUT milestones/{id}`
 * changes it, `PUT milestones/{id}/done` marks it as done or undoes that, and `DELETE milestones/{id}` deletes it. `POST
 * planned-payments/{id}/due` makes a payment due before its date or event, and `PUT planned-payments/{id}/invoice` records its
 * invoice.
 */
export function createMilestoneRoutes(services: Pick<Services, "database" | "jobs" | "now">) {
  const { database, now } = services;
  const validMilestone = validateParams(IdPath, unknownMilestoneError);
  const validPayment = validateParams(IdPath, unknownPaymentError);
  return new Hono<CallerEnv>()
    .post(
      "/projects/:project/milestones",
      validateJson(SaveMilestone, { maxBytes: MAX_BODY_BYTES }),
      validateParams(ProjectPath, unknownProjectError),
      async (context) => {
        const { project } = context.req.valid("param");
        const { title, dueOn } = context.req.valid("json");
        const [created] = await database.asCaller(context.var.caller, (query) =>
          query(
            `insert into endpoints.project_milestones (project_id, client_id, position, title, due_on)
             select project.id, project.client_id,
                    1 + coalesce((select max(earlier.position) from public.project_milestones as earlier
                                   where earlier.project_id = project.id), 0), $2, $3
               from public.projects as project where project.id = $1
             returning id`,
            [project, title, dueOn],
          ),
        );
        if (!created?.id) {
          throw unknownProjectError();
        }
        return context.json({ success: true, id: created.id }, 201);
      },
    )
    .put(
      "/milestones/:id",
      validateJson(SaveMilestone, { maxBytes: MAX_BODY_BYTES }),
      validMilestone,
      async (context) => {
        const { id } = context.req.valid("param");
        const { title, dueOn } = context.req.valid("json");
        await database.asCaller(context.var.caller, async (query) => {
          await requireOpenMilestone(query, id);
          await query("update endpoints.project_milestones set title = $2, due_on = $3 where id = $1", [
            id,
            title,
            dueOn,
          ]);
        });
        return context.json({ success: true });
      },
    )
    .put(
      "/milestones/:id/done",
      validateJson(SetMilestoneDone, { maxBytes: MAX_BODY_BYTES }),
      validMilestone,
      async (context) => {
        const { id } = context.req.valid("param");
        const { isDone } = context.req.valid("json");
        await database.asCaller(context.var.caller, async (query) => {
          await requireOpenMilestone(query, id);
          await query(
            "update endpoints.project_milestones set done_at = case when $2 then coalesce(done_at, $3) end where id = $1",
            [id, isDone, now()],
          );
        });
        return context.json({ success: true });
      },
    )
    .delete("/milestones/:id", validMilestone, async (context) => {
      const { id } = context.req.valid("param");
      await database.asCaller(context.var.caller, async (query) => {
        await requireOpenMilestone(query, id);
        const [payment] = await query("select 1 from public.planned_payments where milestone_id = $1", [id]);
        if (payment) {
          throw new ApiError(
            409,
            "has_payment",
            "A payment of the accepted proposal depends on this milestone, so it can't be deleted.",
          );
        }
        await query("delete from endpoints.project_milestones where id = $1", [id]);
      });
      return context.json({ success: true });
    })
    .post("/planned-payments/:id/due", validPayment, async (context) => {
      const changed = await database.asCaller(context.var.caller, (query) =>
        query(
          `update endpoints.planned_payments
              set due_at = coalesce(due_at, $2), due_on = coalesce(due_on, $3::date + due_days) where id = $1 returning id`,
          [context.req.valid("param").id, now(), firmToday(now())],
        ),
      );
      if (changed.length === 0) {
        throw unknownPaymentError();
      }
      return context.json({ success: true });
    })
    .put(
      "/planned-payments/:id/invoice",
      validateJson(SetPlannedInvoice, { maxBytes: MAX_BODY_BYTES }),
      validPayment,
      async (context) => {
        await setPlannedInvoice(services, {
          paymentId: context.req.valid("param").id,
          invoiceId: context.req.valid("json").invoiceId,
          adminId: context.var.caller.sub,
        });
        return context.json({ success: true });
      },
    );
}

/** @throws {ApiError} 404 if the milestone is unknown, or 409 if the client has accepted it */
async function requireOpenMilestone(query: Query, id: string): Promise<void> {
  const [milestone] = await query(
    "select accepted_at from endpoints.project_milestones where id = $1 for update",
    [id],
  );
  if (!milestone) {
    throw unknownMilestoneError();
  }
  if (milestone.accepted_at) {
    throw new ApiError(
      409,
      "already_accepted",
      "The client has accepted this milestone, so it can't change.",
    );
  }
}

function unknownProjectError(): ApiError {
  return new ApiError(404, "unknown_project", "This project no longer exists.");
}
