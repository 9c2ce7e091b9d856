import { existsSync, readFileSync } from "node:fs";

/** Which addresses exist, as the build wrote them down: `/admin/clients/:id` and the like. */
export type SiteRoutes = {
  /** The address as the routes spell it, in lower case and without a slash at the end; null when there is none. */
  canonical: (path: string) => string | null;
};

/**
 * Reads the list that react-router.config.ts leaves beside the build.
 * @throws when the build is missing or is no build of this product.
 */
export function siteRoutes(listFile: string): SiteRoutes {
  if (!existsSync(listFile)) throw new Error(`The pages are not built: ${listFile} is missing`);
  const paths: unknown = JSON.parse(readFileSync(listFile, "utf8"));
  if (!Array.isArray(paths)) throw new Error(`${listFile} holds no list of paths`);
  const patterns = paths.map((path) => pattern(String(path)));
  return {
    canonical(path) {
      const trimmed = path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
      const match = patterns.map((each) => each.exec(trimmed)).find((found) => found !== null);
      if (!match) return null;
      // Letters of a parameter keep their case; the rest is the route's.
      return match.groups ? trimmed : trimmed.toLowerCase();
    },
  };
}

function pattern(path: string): RegExp {
  const segments = path.split("/").map((segment) => {
    // A parameter holds no dot: what looks like a file is never answered with a page.
    if (segment.startsWith(":")) return `(?<${segment.slice(1).replace(/\W/g, "")}>[^/.]+)`;
    return segment.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  });
  return new RegExp(`^${segments.join("/")}$`, "i");
}
