import type { Config } from "@react-router/dev/config";
import { brand } from "./brand.ts";
import { compressBuild, writeRouteList } from "./scripts/describe-build.ts";
import { inlineStyles } from "./scripts/inline-styles.ts";
import { drawSiteImages } from "./scripts/site-images.ts";

export default {
  // No rendering at request time: the public pages are HTML files, portal and admin are a browser application.
  ssr: false,
  prerender: [
    "/",
    "/services/ai-security-assessment",
    "/services/ai-security-governance",
    "/services/ai-engineering-acceleration",
    "/privacy-policy",
    "/terms-of-service",
    "/not-found",
  ],
  async buildEnd({ reactRouterConfig: { buildDirectory, routes } }) {
    writeRouteList(buildDirectory, routes);
    inlineStyles(buildDirectory);
    await drawSiteImages(buildDirectory, brand);
    await compressBuild(buildDirectory);
  },
} satisfies Config;
