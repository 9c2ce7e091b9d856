import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Adds a script to the prerendered sign-in pages that runs before the first paint. It sets `data-session` on the document
 * if a session is stored, so that a signed-in user sees the loading state instead of the form. Also starts the application
 * after the first paint. The content security policy allows both scripts by hash.
 *
 * @param sessionKeys the local storage key of the session for each page, such as `admin/login`.
 */
export function addSessionScripts(buildDir: string, sessionKeys: Record<string, string>): void {
  for (const [page, sessionKey] of Object.entries(sessionKeys)) {
    const file = join(buildDir, "client", page, "index.html");
    writeFileSync(file, startAfterFirstPaint(addSessionScript(readFileSync(file, "utf8"), sessionKey)));
  }
}

export function addSessionScript(html: string, sessionKey: string): string {
  // Storage throws where the browser blocks it.
  const script = `try{localStorage.getItem("${sessionKey}")&&(document.documentElement.dataset.session="stored")}catch{}`;
  return html.replace("</head>", () => `<script>${script}</script></head>`);
}

const MODULE_PRELOAD = /<link rel="modulepreload" href="([^"]+)"\/>/g;
const START_SCRIPT = /<script type="module" async="">([\s\S]*?)<\/script>/;
const STATIC_IMPORT = /^import (?:\* as (\w+) from )?("[^"]+");$/gm;

/**
 * Loads the application's modules and starts it after the first paint. Otherwise, on a slow connection, the modules share
 * the bandwidth with the form's styles and font.
 *
 * @throws {Error} if the page does not start the application as expected, so that an update of React Router is noticed.
 */
export function startAfterFirstPaint(html: string): string {
  const startScript = START_SCRIPT.exec(html)?.[1] ?? "";
  const imports = [...startScript.matchAll(STATIC_IMPORT)];
  const modules = [...html.matchAll(MODULE_PRELOAD)].map(([, href]) => href);
  if (imports.length === 0 || modules.length === 0) {
    throw new Error("The page contains no script that starts the application.");
  }
  const names = imports.map(([, name = ""]) => name).join(",");
  const specifiers = imports.map(([, , specifier]) => `import(${specifier})`).join(",");
  const start = startScript.replaceAll(STATIC_IMPORT, "").trim();
  const script =
    `const start=()=>{for(const href of ${JSON.stringify(modules)})document.head.append(` +
    `Object.assign(document.createElement("link"),{rel:"modulepreload",href}));` +
    `Promise.all([${specifiers}]).then(([${names}])=>{${start}})};` +
    // A page in the background paints nothing.
    `document.hidden?start():requestAnimationFrame(()=>setTimeout(start))`;
  return html.replaceAll(MODULE_PRELOAD, "").replace(START_SCRIPT, () => `<script>{${script}}</script>`);
}
