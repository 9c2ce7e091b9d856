import type { Config } from "@react-router/dev/config";

export default {
  // No rendering at request time: the public pages are HTML files, portal and admin are a browser application.
  ssr: false,
  prerender: ["/", "/privacy-policy", "/terms-of-service", "/not-found"],
} satisfies Config;
