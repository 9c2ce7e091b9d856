import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Puts the stylesheets of every prerendered page into its HTML: the first picture then waits for one answer instead
 * of two. The server allows them by their hash; the application keeps its files.
 */
export function inlineStyles(buildDir: string): void {
  const clientDir = join(buildDir, "client");
  const pages = readdirSync(clientDir, { recursive: true, encoding: "utf8" }).filter((path) =>
    /(^|[\\/])index\.html$/.test(path),
  );
  for (const page of pages) {
    const file = join(clientDir, page);
    writeFileSync(
      file,
      withStyles(readFileSync(file, "utf8"), (path) => readFileSync(join(clientDir, path), "utf8")),
    );
  }
}

/** @param read gives the content of a built file by its address. */
export function withStyles(html: string, read: (path: string) => string): string {
  return html.replaceAll(
    /<link rel="stylesheet" href="(\/assets\/[^"]+\.css)"\/>/g,
    (_link, path: string) => {
      return `<style>${read(path).replaceAll("</", "<\\/").trim()}</style>`;
    },
  );
}
