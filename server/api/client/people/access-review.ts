import { create as contentDisposition } from "content-disposition";
import { Hono } from "hono";
import { accessReviewFileName } from "#domain/clients/members/access-review.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { readAccessReview } from "#server/api/client/people/read-people.ts";
import { requirePeopleManager } from "#server/api/client/people/require-people-manager.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import { ApiError } from "#server/http/errors.ts";
import { renderRequestedPdf } from "#server/pdf/render-in-child-process.ts";
import type { Services } from "#server/services.ts";

/**
 * Access reviews of a client, for its owners and for administrators, under `/api/client/people/{client}`: `GET review`
 * returns who has access and what changed since the last review, and `GET review.pdf` the same as a PDF. `POST reviews`
 * records that the calling owner reviewed the access.
 */
export function createAccessReviewRoutes({ database, now }: Pick<Services, "database" | "now">) {
  const managersOnly = requirePeopleManager({ database });
  return new Hono<CallerEnv>()
    .get("/client/people/:client/review", managersOnly, async (context) => {
      const { caller } = context.var;
      const review = await database.asCaller(caller, (query) =>
        readAccessReview(query, context.req.param("client"), caller.sub),
      );
      return context.json({ success: true, review });
    })
    .get("/client/people/:client/review.pdf", managersOnly, async (context) => {
      const { caller } = context.var;
      const review = await database.asCaller(caller, (query) =>
        readAccessReview(query, context.req.param("client"), caller.sub),
      );
      const pdf = await renderRequestedPdf(
        { kind: "access review", data: review, createdAt: now() },
        { signal: context.req.raw.signal, callerId: caller.sub },
      );
      return context.body(pdf, 200, {
        "content-type": "application/pdf",
        "content-disposition": contentDisposition(
          accessReviewFileName(review.company, firmToday(now()), "pdf"),
        ),
        "cache-control": "no-store",
      });
    })
    .post("/client/people/:client/reviews", managersOnly, async (context) => {
      const [row] = await database.asCaller(context.var.caller, (query) =>
        query("select endpoints.confirm_access_review($1) as is_confirmed", [context.req.param("client")]),
      );
      if (!row?.is_confirmed) {
        throw new ApiError(403, "not_authorized", "Only an owner can confirm a review.");
      }
      return context.json({ success: true }, 201);
    });
}
