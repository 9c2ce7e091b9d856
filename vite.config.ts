import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // The public pages' script is built as a worker is: by itself, apart from the application's chunks.
  worker: { format: "es" },
  build: {
    // Fonts stay files: data: addresses are not among the CSP's font sources.
    assetsInlineLimit: 0,
    // Browsers with the native dialog, :has() and oklch(): the first half of 2023 and later.
    target: ["chrome111", "edge111", "firefox121", "safari16.4"],
    // What a page weighs is measured compressed by the bench; the build log stays short.
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // A drawing or a rule of 200 bytes is not worth a file of its own: together they compress better and come at once.
        advancedChunks: {
          groups: [
            { name: "icons", test: /lucide-react/, minShareCount: 2 },
            { name: "kit", test: /\/app\/ui\//, minShareCount: 3 },
            { name: "rules", test: /\/domain\/[a-z-]+\.ts/, minShareCount: 4 },
          ],
        },
      },
    },
  },
});
