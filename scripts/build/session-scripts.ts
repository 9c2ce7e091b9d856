import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Adds a script to the prerendered sign-in pages that runs before the first paint. It sets `data-session` on the document
 * if a session is stored, so that a signed-in user sees the loading state instead of the form. The content security
 * policy allows the script by hash.
 *
 * @param sessionKeys the local storage key of the session for each page, such as `admin/login`.
 */
export function addSessionScripts(buildDir: string, sessionKeys: Record<string, string>): void {
  for (const [page, sessionKey] of Object.entries(sessionKeys)) {
    const file = join(buildDir, "client", page, "index.html");
    writeFileSync(file, lowerScriptPriority(addSessionScript(readFileSync(file, "utf8"), sessionKey)));
  }
}

export function addSessionScript(html: string, sessionKey: string): string {
  // Storage throws where the browser blocks it.
  const script = `try{localStorage.getItem("${sessionKey}")&&(document.documentElement.dataset.session="stored")}catch{}`;
  return html.replace("</head>", () => `<script>${script}</script></head>`);
}

/** Lets the first paint precede the scripts, which are preloaded with high priority by default. */
export function lowerScriptPriority(html: string): string {
  return html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');
}
