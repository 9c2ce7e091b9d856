import type { Config } from "@react-router/dev/config";
import { compressBuild, writeRouteList } from "./scripts/describe-build.ts";

export default {
  // No rendering at request time: the public pages are HTML files, portal and admin are a browser application.
  ssr: false,
  prerender: ["/", "/privacy-policy", "/terms-of-service", "/not-found"],
  async buildEnd({ reactRouterConfig: { buildDirectory, routes } }) {
    writeRouteList(buildDirectory, routes);
    await compressBuild(buildDirectory);
  },
} satisfies Config;
