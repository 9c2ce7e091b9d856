import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { reloadOncePlugin } from "./scripts/build/reload-once-plugin.ts";

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), reloadOncePlugin()],
  // The script of the public pages is built like a worker, separately from the chunks of the application.
  worker: { format: "es" },
  build: {
    // Do not inline fonts: the content security policy does not allow data: URLs for fonts.
    assetsInlineLimit: 0,
    // Browsers that support <dialog>, :has() and oklch(), released since early 2023.
    target: ["chrome111", "edge111", "firefox121", "safari16.4"],
    // `npm run bench` measures the compressed sizes.
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Group small modules: they compress better together and need fewer requests.
        advancedChunks: {
          groups: [
            // Everything that the sign-in pages need before they are usable, in one request.
            {
              name: "sign-in",
              test: /\/app\/(auth\/(sessions\/|factors\/lazy-|sign-in|session-loading|client-login|use-captcha|error-messages)|components\/(lazy-component|overview-skeleton)|ui\/overlays\/alert-dialog|ui\/feedback\/error-state|font-preload)/,
              priority: 10,
            },
            // Only the screens that show Markdown load the parser.
            {
              name: "markdown",
              test: /\/(domain\/findings\/markdown|node_modules\/(mdast-|micromark|decode-named-character-reference|unist-))/,
              priority: 10,
            },
            { name: "icons", test: /app\/ui\/icons/, minShareCount: 2 },
            { name: "kit", test: /\/app\/ui\//, minShareCount: 3 },
            // Without the rules that only the admin area and the screens of a proposal use.
            {
              name: "rules",
              test: /\/domain\/(?!proposals\/(?!proposal-(status|reference))|invoices\/(drafts\/|reports\/revenue)|firm\/retention|inquiries\/|square\/|findings\/(finding-form|report\/sample))[a-z/-]+\.ts/,
              minShareCount: 4,
            },
          ],
        },
      },
    },
  },
});
