import { Hono } from "hono";
import type { CallerEnv } from "#server/auth/guards.ts";
import type { Services } from "#server/services.ts";

/** `GET /api/admin/documents/settings` returns whether uploads are scanned for malware. */
export function createDocumentSettingsRoutes({ scanner }: Pick<Services, "scanner">) {
  return new Hono<CallerEnv>().get("/documents/settings", (context) =>
    context.json({ scansUploads: scanner !== null }),
  );
}
