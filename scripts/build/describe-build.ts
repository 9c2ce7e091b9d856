import { readdirSync, writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";

type Route = {
  id: string;
  path?: string | undefined;
  parentId?: string | undefined;
  index?: boolean | undefined;
};

/** Writes the paths of all pages to `routes.json`, which the server reads. Excludes the catch-all route. */
export function writeRouteList(buildDir: string, routes: Record<string, Route | undefined>): void {
  const getFullPath = (route: Route): string => {
    const parent = route.parentId === undefined ? undefined : routes[route.parentId];
    const parentPath = parent ? getFullPath(parent) : "";
    return route.path ? `${parentPath}/${route.path}`.replace(/\/+/g, "/") : parentPath;
  };
  // A route with children is a layout, not a page.
  const layouts = new Set(Object.values(routes).map((route) => route?.parentId));
  const isPage = (route: Route) => !layouts.has(route.id) && !route.path?.includes("*");
  const paths = Object.values(routes).flatMap((route) =>
    route && isPage(route) ? [getFullPath(route) || "/"] : [],
  );
  writeFileSync(
    join(buildDir, "routes.json"),
    `${JSON.stringify([...new Set(paths)].toSorted(), null, 2)}\n`,
  );
}

/** Compresses the client build's text files with Brotli and gzip, so that the server does not compress them per request. */
export async function compressBuild(buildDir: string): Promise<void> {
  const brotliBuffer = promisify(brotliCompress);
  const gzipBuffer = promisify(gzip);
  const files = readdirSync(join(buildDir, "client"), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(js|css|svg|webmanifest)$/.test(path))
    .map((path) => join(buildDir, "client", path));
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file);
      await Promise.all([
        brotliBuffer(content).then((bytes) => writeFile(`${file}.br`, bytes)),
        gzipBuffer(content, { level: 9 }).then((bytes) => writeFile(`${file}.gz`, bytes)),
      ]);
    }),
  );
}
