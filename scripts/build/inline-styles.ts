import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import postcss, { AtRule, type ChildNode } from "postcss";
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
 * A page that React does not hydrate gets only the rules it can use, so that it fits, compressed with Brotli, into the
 * roughly 14 KB that a server sends first on a new connection. A hydrated page can render other components later, so it
 * gets all rules.
 *
 * @param read returns the content of a built file by its URL path.
 */
export function inlineStylesheets(html: string, read: (path: string) => string): string {
  const isHydrated = html.includes("window.__reactRouterContext");
  const classNames = isHydrated ? null : findPossibleClassNames(html, read);
  return html.replaceAll(
    /<link rel="stylesheet" href="(\/assets\/[^"]+\.css)"\/>/g,
    (_link, path: string) => {
      const css = classNames ? removeUnusedRules(read(path), classNames) : read(path);
      const style = `<style>${css.replaceAll("</", "<\\/").trim()}</style>`;
      // React requires the link when it hydrates the page. `disabled` prevents its use, `media` and `type` its download.
      return isHydrated
        ? `${style}<link rel="stylesheet" href="${path}" disabled="" media="not all" type="text/plain"/>`
        : style;
    },
  );
}

/** Returns every word in a page and its scripts. Words that are not class names are harmless: they only keep unused rules. */
function findPossibleClassNames(html: string, read: (path: string) => string): Set<string> {
  const paths = [...html.matchAll(/<script[^>]* src="(\/assets\/[^"]+\.js)"/g)].map(([, path = ""]) => path);
  const scripts = new Map<string, string>();
  for (const path of paths) {
    if (!scripts.has(path)) {
      const script = read(path);
      scripts.set(path, script);
      // Static and dynamic imports of the same directory.
      paths.push(
        ...[...script.matchAll(/["'`]\.\/([\w.-]+\.js)["'`]/g)].map(([, name]) => `/assets/${name}`),
      );
    }
  }
  const words = [html, ...scripts.values()].flatMap((text) => text.match(/[^\s"'`]+/g) ?? []);
  return new Set(words.map(decodeEntities));
}

/** Removes the selectors that require a class that is not among `classNames`, and the rules without another selector. */
function removeUnusedRules(css: string, classNames: Set<string>): string {
  const root = postcss.parse(css);
  root.walkRules((rule) => {
    if (rule.parent instanceof AtRule && rule.parent.name.endsWith("keyframes")) {
      return;
    }
    // Classes in `:not()`, `:is()`, `:where()` and `:has()` are nested, so they never remove a selector.
    const used = parseSelectors()
      .astSync(rule.selector)
      .nodes.filter(({ nodes }) =>
        nodes.every((node) => node.type !== "class" || classNames.has(node.value)),
      );
    if (used.length > 0) {
      rule.selectors = used.map(String);
    } else {
      removeWithEmptyParents(rule);
    }
  });
  return root.toString();
}

/** Keeps empty layers, because the order of the layers decides which rules win. */
function removeWithEmptyParents(node: ChildNode): void {
  const { parent } = node;
  node.remove();
  if (parent instanceof AtRule && parent.nodes?.length === 0 && parent.name !== "layer") {
    removeWithEmptyParents(parent);
  }
}
