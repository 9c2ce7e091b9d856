import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Context, Hono } from "hono";
import type { Brand } from "#brand";
import { VERIFY_PATH, type Verification } from "#domain/findings/report/verification.ts";
import { BOOKING_DETAILS_PATH } from "#domain/scheduling/booking-pages.ts";
import type { ConsultationService } from "#server/consultations/consultation-service.ts";
import { getSiteHeaders, type PageOrigins, setMissingHeaders } from "#server/http/security-headers.ts";
import type { Logger } from "#server/observability/logger.ts";
import {
  createBookingPages,
  MANAGE_TEMPLATE_PATH,
  RESCHEDULE_TEMPLATE_PATH,
} from "#server/site/booking/booking-pages.ts";
import {
  CAPTCHA_PLACEHOLDER,
  type Captcha,
  createPageRenderer,
  type PageSources,
  readPageValues,
  renderPage,
} from "#server/site/render-page.ts";
import {
  type Encoding,
  isText,
  readPrerenderedPages,
  readSiteFiles,
  type SiteFile,
} from "#server/site/site-files.ts";
import { readSiteRoutes } from "#server/site/site-routes.ts";
import { renderRobots, renderSecurityTxt, renderSitemap } from "#server/site/site-texts.ts";
import { getVerificationHttpStatus, insertVerification } from "#server/site/verification-page.ts";

type PagesOptions = PageOrigins &
  PageSources & {
    /** The output directory of `react-router build`, containing `client/` and `routes.json`. */
    buildDir: string;
    brand: Brand;
    /** Set when the contact and sign-in forms require a captcha. */
    captcha?: Captcha | null;
    /** Looks up the letter with a verification code. */
    verifyLetter: (code: string, context: Context) => Promise<Verification>;
    /** What visitors do on the pages for booking. */
    consultations: ConsultationService;
    /** Returns the requested host name. */
    hostName: (context: Context) => string;
    log: Logger;
  };

/** App pages whose form may require a captcha. */
const SIGN_IN_PAGES = new Set(["/client-portal", "/admin/login", "/forgot-password"]);
const NOT_FOUND_PATH = "/not-found";
/** Pages that are not in the sitemap, because the server fills them in for one visitor. */
const UNLISTED_PAGES = new Set([
  NOT_FOUND_PATH,
  BOOKING_DETAILS_PATH,
  MANAGE_TEMPLATE_PATH,
  RESCHEDULE_TEMPLATE_PATH,
]);

/**
 * Serves prerendered pages, static files, the app shell for portal, admin and sign-in pages, and a 404 page for other
 * paths. An unknown admin path gets the app shell with status 404.
 * @throws when the pages have not been built.
 */
export function createPages(options: PagesOptions): Hono {
  const { buildDir, publicUrl, brand, captcha, hostName, now } = options;
  const clientDir = join(buildDir, "client");
  const routes = readSiteRoutes(join(buildDir, "routes.json"));
  const files = readSiteFiles(clientDir);
  const pages = readPrerenderedPages(clientDir);
  const appShell = readFileSync(join(clientDir, "__spa-fallback.html"), "utf8");
  const publicHost = new URL(publicUrl).hostname;
  const renderCached = createPageRenderer(options);

  const app = new Hono();
  app.use(async (context, next) => {
    await next();
    // Headers set by a page take precedence.
    setMissingHeaders(context, getSiteHeaders(options));
  });
  app.get("/robots.txt", (context) => context.text(renderRobots(publicUrl)));
  app.get("/sitemap.xml", (context) => {
    context.header("Content-Type", "application/xml; charset=utf-8");
    return context.body(
      renderSitemap(
        publicUrl,
        [...pages.keys()].filter((path) => !SIGN_IN_PAGES.has(path) && !UNLISTED_PAGES.has(path)),
      ),
    );
  });
  app.get("/.well-known/security.txt", (context) => context.text(renderSecurityTxt(publicUrl, brand, now())));

  app.route("/", createBookingPages({ ...options, pages, service: options.consultations }));

  app.get("*", async (context) => {
    const { path } = context.req;
    const file = files.get(path);
    if (file) {
      return sendFile(context, file, { cacheControl: getCacheControl(path), status: 200 });
    }
    if (looksLikeFile(path)) {
      return context.text("Not found", 404);
    }

    const { search } = new URL(context.req.url);
    const canonical = routes.canonicalize(path);
    if (hostName(context) !== publicHost || (canonical !== null && canonical !== path)) {
      // Keep only one leading slash, because "//host" would redirect to another site.
      return context.redirect(publicUrl + encodePath(canonical ?? path.replace(/^\/+/, "/")) + search, 307);
    }
    const isFound = canonical !== null;
    const prerendered = isFound || !isAdminPath(path) ? pages.get(canonical ?? NOT_FOUND_PATH) : undefined;
    const isSignInPage = SIGN_IN_PAGES.has(canonical ?? "");
    if (!prerendered || isSignInPage) {
      context.header("X-Robots-Tag", "noindex");
    }
    const code = canonical === VERIFY_PATH ? context.req.query("code") : undefined;
    if (prerendered && code) {
      return sendVerification(context, options, { html: prerendered, code });
    }
    const html = prerendered ?? appShell;
    const hasCaptcha = html.includes(CAPTCHA_PLACEHOLDER) || isSignInPage;
    const page = renderCached(html, readPageValues(options, hasCaptcha ? captcha : null));
    context.header("Content-Security-Policy", page.policy);
    // The CAPTCHA provider's frame does not send the headers that cross-origin embedding requires.
    if (page.hasCaptcha) {
      context.header("Cross-Origin-Embedder-Policy", "unsafe-none");
    }
    return sendFile(context, page.file, { cacheControl: "no-cache", status: isFound ? 200 : 404 });
  });
  app.all("*", (context) => {
    context.header("Allow", "GET, HEAD");
    return context.text("Method not allowed", 405);
  });
  return app;
}

/** Shows whether a verification code is valid. Each result is rendered separately, because it differs per code. */
async function sendVerification(
  context: Context,
  options: PagesOptions,
  { html, code }: { html: string; code: string },
): Promise<Response> {
  const verification = await options.verifyLetter(code, context);
  const { file, policy } = renderPage(
    insertVerification(html, verification),
    readPageValues(options, null),
    options,
  );
  context.header("Content-Security-Policy", policy);
  context.header("X-Robots-Tag", "noindex");
  if (verification.status === "limited") {
    context.header("Retry-After", String(verification.retryAfterSeconds));
  }
  context.header("Content-Type", file.type);
  context.header("Cache-Control", "no-store");
  const { body } = await file.content("identity");
  return context.body(body, getVerificationHttpStatus(verification));
}

// The build adds a content hash to these file names, so their content never changes.
function getCacheControl(path: string): string {
  return path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "public, max-age=3600";
}

async function sendFile(
  context: Context,
  file: SiteFile,
  { cacheControl, status }: { cacheControl: string; status: 200 | 404 },
): Promise<Response> {
  const encoding = isText(file.type)
    ? selectEncoding(context.req.header("Accept-Encoding") ?? "")
    : "identity";
  const { body, etag } = await file.content(encoding);
  context.header("Content-Type", file.type);
  context.header("Cache-Control", cacheControl);
  context.header("ETag", etag);
  if (isText(file.type)) {
    context.header("Vary", "Accept-Encoding");
  }
  if (status === 200 && matchesEtag(etag, context.req.header("If-None-Match"))) {
    return context.body(null, 304);
  }
  if (encoding !== "identity") {
    context.header("Content-Encoding", encoding);
  }
  return context.body(body, status);
}

function selectEncoding(header: string): Encoding {
  const accepted = header
    .split(",")
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(";")[0]?.trim());
  if (accepted.includes("br")) {
    return "br";
  }
  return accepted.includes("gzip") ? "gzip" : "identity";
}

function matchesEtag(etag: string, ifNoneMatch: string | undefined): boolean {
  const etags = ifNoneMatch?.split(",").map((value) => value.trim().replace(/^W\//, ""));
  return etags?.includes(etag) ?? false;
}

// Hono decodes the path except for percent signs, but a header must not contain line breaks or non-Latin-1 characters.
function encodePath(path: string): string {
  return encodeURI(path).replaceAll("%25", "%");
}

/** The app shows an unknown admin page itself, because the server can't see whether an administrator is signed in. */
function isAdminPath(path: string): boolean {
  return path.toLowerCase().startsWith("/admin/");
}

// Matches paths with an extension or a hidden segment, such as "/assets/gone.js" or "/.git/config".
function looksLikeFile(path: string): boolean {
  return /\.[^/]*$|\/\./.test(path);
}
