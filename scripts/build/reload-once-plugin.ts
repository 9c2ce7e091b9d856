import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const MODULE_LOADER = /\/react-router\/dist\/production\/lib\/dom\/ssr\/routeModules\.js$/;
const RELOAD = /window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\s*\}\);/;
const RELOAD_ONCE_FILE = fileURLToPath(new URL("../../app/reload-once.ts", import.meta.url));

/**
 * Replaces React Router's reload after a route's script failed to load. Without a limit, the page reloads forever if the
 * script is missing. React Router has no option for it. The build fails if its code changes.
 */
export function reloadOncePlugin(): Plugin {
  let isReplaced = false;
  return {
    name: "reload-once",
    apply: "build",
    transform(code, id) {
      if (!MODULE_LOADER.test(id)) {
        return null;
      }
      isReplaced = true;
      return { code: limitReload(code), map: null };
    },
    generateBundle() {
      if (this.environment.name === "client" && !isReplaced) {
        throw new Error("React Router's module loader has moved: update scripts/build/reload-once-plugin.ts");
      }
    },
  };
}

/** @throws if the code contains no reload. */
export function limitReload(code: string): string {
  if (!RELOAD.test(code)) {
    throw new Error("React Router's module loader has changed: update scripts/build/reload-once-plugin.ts");
  }
  return `import { reloadOnce } from ${JSON.stringify(RELOAD_ONCE_FILE)};\n${code.replace(RELOAD, "return reloadOnce(error);")}`;
}
