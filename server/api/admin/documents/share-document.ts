import { Hono } from "hono";
import { z } from "zod";
import type { CallerEnv } from "#server/auth/guards.ts";
import { ApiError } from "#server/http/errors.ts";
import { validateParams } from "#server/http/validate.ts";
import type { Services } from "#server/services.ts";

const DocumentPath = z.object({ id: z.guid() });

/**
 * `POST /api/admin/documents/{id}/share` makes an internal document visible to the client. Returns 409 for an attachment
 * of a draft, which clients see when the finding is published.
 */
export function createShareDocumentRoutes({ database }: Pick<Services, "database">) {
  return new Hono<CallerEnv>().post(
    "/documents/:id/share",
    validateParams(DocumentPath, unknownDocumentError),
    async (context) => {
      const [result] = await database.asCaller(context.var.caller, (query) =>
        query("select endpoints.share_document($1) as outcome", [context.req.valid("param").id]),
      );
      if (result?.outcome === "unknown") {
        throw unknownDocumentError();
      }
      if (result?.outcome === "attached-to-draft") {
        throw new ApiError(
          409,
          "attached_to_draft",
          "This document is attached to a draft finding. Clients see it when the finding is published.",
        );
      }
      return context.json({ success: true });
    },
  );
}

function unknownDocumentError(): ApiError {
  return new ApiError(404, "unknown_document", "This document no longer exists.");
}
