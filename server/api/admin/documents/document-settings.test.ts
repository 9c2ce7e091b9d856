import { expect, test } from "vitest";
import { createScanner } from "#server/files/index.ts";
import { createDocumentSettingsRoutes } from "./document-settings.ts";

test.each([
  ["", false],
  ["/run/clamd.sock", true],
])("reports whether uploads are scanned with CLAMAV_SOCKET=%s", async (clamavSocket, scansUploads) => {
  const routes = createDocumentSettingsRoutes({ scanner: createScanner({ clamavSocket }) });
  expect(await (await routes.request("/documents/settings")).json()).toEqual({ scansUploads });
});
