import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import postcss from "postcss";
import parseSelectors from "postcss-selector-parser";
import { decodeEntities } from "./decode-entities.ts";

/**
 * Inlines the stylesheets of prerendered pages, so that the first paint requires one request instead of two. The content
 * security policy allows the inline styles by hash.
 */
export function inlineStyles(buildDir: string): void {
  const clientDir = join(buildDir, "client");
  const pages = readdirSync(clientDir, { recursive: true, encoding: "utf8" }).filter((path) =>
    /(^|[\\/])index\.html$/.test(path),
  );
  const read = (path: string) => readFileSync(join(clientDir, path), "utf8");
  for (const page of pages) {
    writeFileSync(join(clientDir, page), inlineStylesheets(read(page), read));
  }
}

/**
 * A page that React does not hydrate gets only the rules it can use, so that it fits into the 14 KB that a server sends
 * first on a new connection. A hydrated page can show anything later, so it gets all rules.
 *
 * @param read returns the content of a built file by its URL path.
 */
export function inlineStylesheets(html: string, read: (path: string) => string): string {
  const isHydrated = html.includes("window.__reactRouterContext");
  const names = isHydrated ? null : findNames(html, read);
  return html.replaceAll(
    /<link rel="stylesheet" href="(\/assets\/[^"]+\.css)"\/>/g,
    (_link, path: string) => {
      const css = names ? removeUnusedRules(read(path), names) : read(path);
      const style = `<style>${css.replaceAll("</", "<\\/").trim()}</style>`;
      // React requires the link when it hydrates the page. `disabled` prevents its use, `media` and `type` its download.
      return isHydrated
        ? `${style}<link rel="stylesheet" href="${path}" disabled="" media="not all" type="text/plain"/>`
        : style;
    },
  );
}

/** Returns everything in a page and its scripts that can be the name of a class. A few names too many do no harm. */
function findNames(html: string, read: (path: string) => string): Set<string> {
  const scripts = [...html.matchAll(/<script[^>]* src="(\/assets\/[^"]+\.js)"/g)].map(([, path = ""]) =>
    read(path),
  );
  return new Set([
    ...(html.match(/[^\s"]+/g) ?? []).map(decodeEntities),
    ...scripts.flatMap((script) => script.match(/[^\s"'`]+/g) ?? []),
  ]);
}

/** Removes the selectors that require a class that is not among `names`. */
function removeUnusedRules(css: string, names: Set<string>): string {
  const root = postcss.parse(css);
  root.walkRules((rule) => {
    // Classes in `:not()`, `:is()` and `:where()` are not at the top level of a selector, so they remove nothing.
    const used = parseSelectors()
      .astSync(rule.selector)
      .nodes.filter(({ nodes }) => nodes.every((node) => node.type !== "class" || names.has(node.value)));
    if (used.length === 0) {
      rule.remove();
    } else {
      rule.selectors = used.map(String);
    }
  });
  root.walkAtRules(/^(media|supports|layer)$/, (atRule) => {
    if (atRule.nodes?.length === 0) {
      atRule.remove();
    }
  });
  return root.toString();
}
