import { Hono } from "hono";
import { z } from "zod";
import { EraseMember } from "#domain/clients/members/member.ts";
import { EraseInquirer } from "#domain/inquiries/erase-inquiries.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import { recordAuditEntry } from "#server/database/audit-log.ts";
import { toWebStream } from "#server/files/streams.ts";
import { ApiError } from "#server/http/errors.ts";
import { validateJson, validateParams } from "#server/http/validate.ts";
import { createClientArchive } from "#server/privacy/client-archive.ts";
import { collectClientData } from "#server/privacy/client-data.ts";
import { listArchivedDocuments } from "#server/privacy/client-documents.ts";
import { eraseInquiriesByEmail } from "#server/privacy/erase-inquiries.ts";
import type { Services } from "#server/services.ts";

const MAX_BODY_BYTES = 4 * 1024;
const ClientPath = z.object({ id: z.guid() });

/**
 * Privacy requests: `POST /api/admin/clients/{id}/export` returns a ZIP of everything stored about a client. `POST
 * /api/admin/inquirers/erase` deletes all inquiries from an email address and the emails about them. `POST
 * /api/admin/members/erase` deletes a person's account and keeps the clients' records. All are audited.
 */
export function createPrivacyRoutes({
  database,
  accounts,
  now,
  files,
  log,
}: Pick<Services, "database" | "accounts" | "now" | "files" | "log">) {
  return new Hono<CallerEnv>()
    .post("/clients/:id/export", validateParams(ClientPath, unknownClientError), async (context) => {
      const { sub: actor } = context.var.caller;
      const { id } = context.req.valid("param");
      const clientData = await database.bypassPolicies(
        { reason: "export a client's data", actor },
        async (query) => {
          const data = await collectClientData(query, id);
          if (!data) {
            throw unknownClientError();
          }
          await recordAuditEntry(query, { actor, action: "export data", table: "clients", rowId: id });
          return { ...data, documents: await listArchivedDocuments(query, files, id) };
        },
      );
      const exportedAt = now();
      const archive = createClientArchive({ ...clientData, createdAt: exportedAt });
      // The response has already started, so an error can only abort it, which the browser reports as a failed
      // download.
      archive.on("error", (error) => log.error({ err: error }, "client data export failed"));
      context.header("Content-Type", "application/zip");
      context.header(
        "Content-Disposition",
        `attachment; filename="client-data-${exportedAt.toISOString().slice(0, 10)}.zip"`,
      );
      context.header("Cache-Control", "no-store");
      return context.body(toWebStream(archive));
    })
    .post("/inquirers/erase", validateJson(EraseInquirer, { maxBytes: MAX_BODY_BYTES }), async (context) => {
      const { sub: actor } = context.var.caller;
      const { email } = context.req.valid("json");
      const erasedCounts = await database.bypassPolicies(
        { reason: "erase an inquirer", actor },
        async (query) => {
          const counts = await eraseInquiriesByEmail(query, email);
          if (counts.inquiries + counts.consultations === 0) {
            throw new ApiError(404, "unknown_inquirer", "No inquiries from this email address.");
          }
          // Record only counts, so that the audit log does not keep erased data.
          await recordAuditEntry(query, {
            actor,
            action: "erase inquirer",
            table: "contact_inquiries",
            rowId: "",
            after: counts,
          });
          return counts;
        },
      );
      return context.json({ success: true, ...erasedCounts });
    })
    .post("/members/erase", validateJson(EraseMember, { maxBytes: MAX_BODY_BYTES }), async (context) => {
      const { email } = context.req.valid("json");
      const [row] = await database.asCaller(context.var.caller, (query) =>
        query(
          "select erased.outcome, erased.account_id, erased.company, erased.members, erased.emails from endpoints.erase_member($1) as erased",
          [email],
        ),
      );
      if (row?.outcome === "last-owner") {
        throw new ApiError(
          409,
          "last_owner",
          `This person is the only owner of ${row.company}. Make someone else an owner first.`,
        );
      }
      if (row?.outcome !== "erased") {
        throw new ApiError(404, "unknown_person", "No client member or invitation has this email address.");
      }
      if (row.account_id) {
        await accounts.delete(row.account_id);
      }
      return context.json({ success: true, members: row.members ?? 0, emails: row.emails ?? 0 });
    });
}

function unknownClientError(): ApiError {
  return new ApiError(404, "unknown_client", "This client no longer exists.");
}
