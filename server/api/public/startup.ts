import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Hono } from "hono";
import { html, raw } from "hono/html";
import { brand } from "#brand";
import { createHealthRoutes } from "#server/api/public/health.ts";
import { buildContentSecurityPolicy, getSiteHeaders } from "#server/http/security-headers.ts";

type StartupOptions = {
  /** The output directory of the build, which contains the files of the page. */
  buildDir: string;
  publicUrl: string;
};

const RETRY_AFTER_SECONDS = 2;

const FILE_TYPES = {
  "/favicon.svg": "image/svg+xml",
  "/fonts/geist.woff2": "font/woff2",
  "/plain-page.css": "text/css; charset=utf-8",
};

/**
 * Routes during startup. Health checks work, and all other requests return 503 with Retry-After: a page that reloads when the
 * product is ready if the caller accepts HTML, otherwise JSON.
 */
export function createStartupRoutes({ buildDir, publicUrl }: StartupOptions): Hono {
  const app = createHealthRoutes({ database: async () => "starting", jobs: async () => "starting" });
  app.use(async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(getSiteHeaders({ publicUrl }))) {
      context.header(name, value);
    }
  });
  for (const [path, type] of Object.entries(FILE_TYPES)) {
    app.get(path, async (context) => {
      context.header("Content-Type", type);
      return context.body(await readFile(join(buildDir, "client", path)));
    });
  }
  app.all("*", async (context) => {
    context.header("Retry-After", String(RETRY_AFTER_SECONDS));
    context.header("Cache-Control", "no-store");
    if (!context.req.header("Accept")?.includes("text/html")) {
      return context.json({ success: false, error: "The service is starting.", code: "starting" }, 503);
    }
    const page = await renderStartingPage({ isForm: context.req.method === "POST" });
    context.header("Content-Security-Policy", buildContentSecurityPolicy(page, {}));
    return context.html(page, 503);
  });
  return app;
}

// Polls instead of a meta refresh, which would reload the page before the product is ready.
const RELOAD_SCRIPT = `setInterval(() => fetch("/api/ready").then(({ ok }) => ok && location.reload(), () => {}), ${RETRY_AFTER_SECONDS * 1000});`;

/** The page for a form doesn't reload, because that would send the form again. */
async function renderStartingPage({ isForm }: { isForm: boolean }): Promise<string> {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="dark" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="preload" href="/fonts/geist.woff2" as="font" type="font/woff2" crossorigin />
        <link rel="stylesheet" href="/plain-page.css" />
        <title>Starting – ${brand.name}</title>
        ${isForm ? "" : html`<script>${raw(RELOAD_SCRIPT)}</script>`}
      </head>
      <body>
        <header>
          <a href="/"><img src="/favicon.svg" alt="" width="32" height="32" />${brand.name}</a>
        </header>
        <main>
          <h1>${brand.name} is starting</h1>
          <p>This usually takes less than a minute.</p>
          ${
            isForm
              ? html`<p>Your form wasn't sent. Go back and send it again.</p>`
              : html`<p>The page reloads automatically.</p><noscript><p>If JavaScript is off, reload the page manually.</p></noscript>`
          }
        </main>
      </body>
    </html>`;
  return String(await page);
}
