import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Inlines the stylesheets of prerendered pages, so that the first paint requires one request instead of two. The content
 * security policy allows the inline styles by hash.
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
      inlineStylesheets(readFileSync(file, "utf8"), (path) => readFileSync(join(clientDir, path), "utf8")),
    );
  }
}

/** @param read returns the content of a built file by its URL path. */
export function inlineStylesheets(html: string, read: (path: string) => string): string {
  const isHydrated = html.includes("window.__reactRouterContext");
  return html.replaceAll(
    /<link rel="stylesheet" href="(\/assets\/[^"]+\.css)"\/>/g,
    (_link, path: string) => {
      const style = `<style>${read(path).replaceAll("</", "<\\/").trim()}</style>`;
      // React requires the link when it hydrates the page. `disabled` prevents its use, `media` and `type` its download.
      return isHydrated
        ? `${style}<link rel="stylesheet" href="${path}" disabled="" media="not all" type="text/plain"/>`
        : style;
    },
  );
}
