import { Readable } from "node:stream";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { z } from "zod";
import { EraseInquirer } from "#domain/erase-inquirer.ts";
import { recordAct } from "#server/audit.ts";
import { ApiError } from "#server/errors.ts";
import { forgetInquiries } from "#server/forget-inquiries.ts";
import { jsonBody } from "#server/json-body.ts";
import { clientArchive } from "#server/privacy/client-archive.ts";
import { clientData } from "#server/privacy/client-data.ts";
import { clientDocuments } from "#server/privacy/client-documents.ts";
import type { Services } from "#server/services.ts";

const LARGEST_BODY_BYTES = 4 * 1024;

/**
 * What people may ask of the firm: `POST /api/admin/clients/{id}/export` answers a ZIP of everything stored about a
 * client, `POST /api/admin/inquirers/erase` deletes all inquiries of an address with their mail. Both are audited.
 */
export function adminPrivacy({
  database,
  sessions,
  now,
  files,
  log,
}: Pick<Services, "database" | "sessions" | "now" | "files" | "log">): Hono {
  const app = new Hono();
  app.post("/api/admin/clients/:id/export", async (context) => {
    const { sub: actor } = await sessions.requireAdmin(context);
    const id = z.guid().safeParse(context.req.param("id"));
    const found = id.success
      ? await database.bypassingPolicies({ reason: "export a client's data", actor }, async (query) => {
          const data = await clientData(query, id.data);
          if (!data) return null;
          await recordAct(query, { actor, action: "export data", table: "clients", rowId: id.data });
          return { ...data, documents: await clientDocuments(query, files, id.data) };
        })
      : null;
    if (!found) throw new ApiError(404, "unknown_client", "This client does not exist any more.");
    const at = now();
    const archive = clientArchive({ ...found, at });
    // The answer is on its way by then: it is cut off, so that nobody takes half an archive for a whole one.
    archive.on("error", (cause) => log.error({ err: cause }, "an export of a client's data was cut off"));
    context.header("Content-Type", "application/zip");
    context.header(
      "Content-Disposition",
      `attachment; filename="client-data-${at.toISOString().slice(0, 10)}.zip"`,
    );
    context.header("Cache-Control", "no-store");
    return context.body(Readable.toWeb(archive) as ReadableStream);
  });
  app.post("/api/admin/inquirers/erase", bodyLimit({ maxSize: LARGEST_BODY_BYTES }), async (context) => {
    const { sub: actor } = await sessions.requireAdmin(context);
    const { email } = await jsonBody(context, EraseInquirer);
    const forgotten = await database.bypassingPolicies(
      { reason: "erase an inquirer", actor },
      async (query) => {
        const gone = await forgetInquiries(query, "lower(email) = lower($1)", [email]);
        if (gone.inquiries === 0)
          throw new ApiError(404, "unknown_inquirer", "There is no inquiry from this address.");
        // Numbers alone: the log would otherwise keep what was to be erased.
        await recordAct(query, {
          actor,
          action: "erase inquirer",
          table: "contact_inquiries",
          rowId: "",
          after: gone,
        });
        return gone;
      },
    );
    return context.json({ success: true, ...forgotten });
  });
  return app;
}
