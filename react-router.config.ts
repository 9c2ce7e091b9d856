import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "@react-router/dev/config";
import { SESSION_KEYS } from "./app/api/client/area.ts";
import { brand } from "./brand.ts";
import { compressBuild, writeRouteList } from "./scripts/build/describe-build.ts";
import { inlineStyles } from "./scripts/build/inline-styles.ts";
import { drawSampleReport } from "./scripts/build/sample-report/draw-sample-report.ts";
import { addSessionScripts } from "./scripts/build/session-scripts.ts";
import { drawSiteImages } from "./scripts/build/site-images.ts";

export default {
  // Public pages and the sign-in forms are prerendered. The portal and the admin area render in the browser.
  ssr: false,
  prerender: [
    "/",
    "/services/ai-security-assessment",
    "/services/ai-security-governance",
    "/services/ai-engineering-acceleration",
    "/security",
    "/verify",
    "/book",
    "/book/details",
    // The server fills in these pages for each token.
    "/book/manage/token",
    "/book/manage/token/reschedule",
    "/privacy-policy",
    "/terms-of-service",
    "/not-found",
    // The application hydrates these two forms.
    "/client-portal",
    "/admin/login",
  ],
  async buildEnd({ reactRouterConfig: { buildDirectory, routes } }) {
    writeRouteList(buildDirectory, routes);
    inlineStyles(buildDirectory);
    addSessionScripts(buildDirectory, {
      "client-portal": SESSION_KEYS.client,
      "admin/login": SESSION_KEYS.admin,
    });
    await drawSiteImages(buildDirectory, brand);
    await writeFile(join(buildDirectory, "client", "sample-report.pdf"), await drawSampleReport());
    await compressBuild(buildDirectory);
  },
} satisfies Config;
