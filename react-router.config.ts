import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "@react-router/dev/config";
import { brand } from "./brand.ts";
import { compressBuild, writeRouteList } from "./scripts/build/describe-build.ts";
import { inlineStyles } from "./scripts/build/inline-styles.ts";
import { drawSampleReport } from "./scripts/build/sample-report/draw-sample-report.ts";
import { drawSiteImages } from "./scripts/build/site-images.ts";

export default {
  // Public pages are prerendered. The portal and the admin area render in the browser.
  ssr: false,
  prerender: [
    "/",
    "/services/ai-security-assessment",
    "/services/ai-security-governance",
    "/services/ai-engineering-acceleration",
    "/security",
    "/privacy-policy",
    "/terms-of-service",
    "/not-found",
  ],
  async buildEnd({ reactRouterConfig: { buildDirectory, routes } }) {
    writeRouteList(buildDirectory, routes);
    inlineStyles(buildDirectory);
    await drawSiteImages(buildDirectory, brand);
    await writeFile(join(buildDirectory, "client", "sample-report.pdf"), await drawSampleReport());
    await compressBuild(buildDirectory);
  },
} satisfies Config;
