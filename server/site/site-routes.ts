import { existsSync, readFileSync } from "node:fs";

/** Routes of the built site, such as `/admin/clients/:id`. */
export type SiteRoutes = {
  /** Returns the path in lower case without a trailing slash, or null if no route matches. */
  canonicalize: (path: string) => string | null;
};

/**
 * Reads the list of routes that react-router.config.ts writes next to the build.
 * @throws when the list is missing or invalid.
 */
export function readSiteRoutes(listFile: string): SiteRoutes {
  if (!existsSync(listFile)) {
    throw new Error(`The pages have not been built: ${listFile} is missing. Run npm run build.`);
  }
  const paths: unknown = JSON.parse(readFileSync(listFile, "utf8"));
  if (!Array.isArray(paths)) {
    throw new Error(`${listFile} does not contain a list of paths`);
  }
  const patterns = paths.map((path) => toPattern(String(path)));
  return {
    canonicalize(path) {
      const trimmedPath = path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
      const match = patterns.map((pattern) => pattern.exec(trimmedPath)).find((result) => result !== null);
      if (!match) {
        return null;
      }
      // Keep the case of a path with a parameter.
      return match.groups ? trimmedPath : trimmedPath.toLowerCase();
    },
  };
}

function toPattern(path: string): RegExp {
  const segments = path.split("/").map((segment) => {
    // Parameters must not contain a dot, so that a path that looks like a file never matches a page.
    if (segment.startsWith(":")) {
      return `(?<${segment.slice(1).replace(/\W/g, "")}>[^/.]+)`;
    }
    return segment.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  });
  return new RegExp(`^${segments.join("/")}$`, "i");
}
