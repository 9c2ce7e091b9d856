import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Context, Hono } from "hono";
import type { Brand } from "#brand";
import { monthsWords, type StatedMonths } from "#domain/retention.ts";
import {
  addMissing,
  type CaptchaProvider,
  contentSecurityPolicy,
  type PageOrigins,
  siteHeaders,
} from "#server/security-headers.ts";
import {
  type Encoding,
  isText,
  prerenderedPages,
  type SiteFile,
  siteFiles,
  textFile,
} from "#server/site-files.ts";
import { siteRoutes } from "#server/site-routes.ts";
import { robotsText, securityText, sitemapXml } from "#server/site-texts.ts";

type PagesOptions = PageOrigins & {
  /** The folder `react-router build` writes, with `client/` and `routes.json` in it. */
  buildDir: string;
  brand: Brand;
  /** Set where the contact form and the sign-in forms ask for a captcha. */
  captcha?: Captcha | null;
  /** How long things are kept, as the settings have it now. */
  keptFor: () => StatedMonths;
  /** The host name a request asked for. */
  hostName: (context: Context) => string;
  now: () => Date;
};

type Captcha = { provider: CaptchaProvider; siteKey: string };
type Page = { file: SiteFile; policy: string; hasCaptcha: boolean };

/** Stands in the prerendered HTML where the installation's own address belongs. */
const ORIGIN_IN_BUILD = "https://origin.invalid";
/** Stands where the contact form has its captcha, should the installation ask for one. */
const CAPTCHA_IN_BUILD = 'data-captcha=""';
/** The application's own pages with a form that may ask for a captcha. */
const SIGN_IN_PAGES = new Set(["/client-portal", "/admin/login", "/forgot-password"]);
const NOT_FOUND = "/not-found";
const HTML = "text/html; charset=utf-8";

/**
 * Everything a browser shows: prerendered pages, the application shell for portal, admin and sign-in, files, and a
 * real 404 for the rest.
 * @throws when the pages are not built.
 */
export function createPages(options: PagesOptions): Hono {
  const { buildDir, publicUrl, brand, captcha, keptFor, hostName, now } = options;
  const clientDir = join(buildDir, "client");
  const routes = siteRoutes(join(buildDir, "routes.json"));
  const files = siteFiles(clientDir);
  const pages = prerenderedPages(clientDir);
  const shell = readFileSync(join(clientDir, "__spa-fallback.html"), "utf8");
  const publicHost = new URL(publicUrl).hostname;
  const pageOf = pageMaker(options);

  const app = new Hono();
  app.use(async (context, next) => {
    await next();
    // What a page has decided about itself stays.
    addMissing(context, siteHeaders(options));
  });
  app.get("/robots.txt", (context) => context.text(robotsText(publicUrl)));
  app.get("/sitemap.xml", (context) => {
    context.header("Content-Type", "application/xml; charset=utf-8");
    return context.body(
      sitemapXml(
        publicUrl,
        [...pages.keys()].filter((path) => path !== NOT_FOUND),
      ),
    );
  });
  app.get("/.well-known/security.txt", (context) => context.text(securityText(publicUrl, brand, now())));

  app.get("*", async (context) => {
    const { path } = context.req;
    const file = files.get(path);
    if (file) return answerFile(context, file, { cacheControl: cacheControlOf(path), status: 200 });
    if (looksLikeFile(path)) return context.text("Not found", 404);

    const { search } = new URL(context.req.url);
    const canonical = routes.canonical(path);
    if (hostName(context) !== publicHost || (canonical !== null && canonical !== path)) {
      // One slash: "//host" would be another site's address.
      return context.redirect(publicUrl + encoded(canonical ?? path.replace(/^\/+/, "/")) + search, 307);
    }
    const isFound = canonical !== null;
    const prerendered = pages.get(isFound ? canonical : NOT_FOUND);
    if (!prerendered) context.header("X-Robots-Tag", "noindex");
    const html = prerendered ?? shell;
    const hasCaptcha =
      html.includes(CAPTCHA_IN_BUILD) || (!prerendered && SIGN_IN_PAGES.has(canonical ?? ""));
    const page = pageOf(html, {
      year: now().getUTCFullYear(),
      keptFor: keptFor(),
      captcha: hasCaptcha ? captcha : null,
    });
    context.header("Content-Security-Policy", page.policy);
    // The provider's frame does not say that it may be embedded.
    if (page.hasCaptcha) context.header("Cross-Origin-Embedder-Policy", "unsafe-none");
    return answerFile(context, page.file, { cacheControl: "no-cache", status: isFound ? 200 : 404 });
  });
  app.all("*", (context) => {
    context.header("Allow", "GET, HEAD");
    return context.text("Method not allowed", 405);
  });
  return app;
}

/** What changes in a built HTML text while the server runs. */
type Facts = { year: number; keptFor: StatedMonths; captcha: Captcha | null | undefined };
type PageMaker = (html: string, facts: Facts) => Page;

/** Keeps what is served of each built HTML text, until the year or a setting changes. */
function pageMaker(origins: PageOrigins): PageMaker {
  const made = new Map<string, Page>();
  let madeOf = "";
  return (html, facts) => {
    const factsNow = `${facts.year} ${facts.keptFor.inquiries} ${facts.keptFor.attempts}`;
    if (factsNow !== madeOf) made.clear();
    madeOf = factsNow;
    const key = `${facts.captcha ? "captcha" : "plain"} ${html}`;
    const page = made.get(key) ?? makePage(html, facts, origins);
    made.set(key, page);
    return page;
  };
}

/** Puts the installation's address, the facts and the captcha into a built HTML text, and its policy beside it. */
function makePage(html: string, { year, keptFor, captcha }: Facts, origins: PageOrigins): Page {
  const served = html
    .replaceAll(ORIGIN_IN_BUILD, () => origins.publicUrl)
    .replaceAll(/(<[^>]*\bdata-current-year\b[^>]*>)\d{4}(?=<)/g, `$1${year}`)
    .replaceAll(
      /(<[^>]*\bdata-kept-for="(inquiries|attempts)"[^>]*>)[^<]*(?=<)/g,
      (_, tag: string, what: keyof StatedMonths) => tag + monthsWords(keptFor[what]),
    )
    .replaceAll(CAPTCHA_IN_BUILD, () => (captcha ? captchaAttributes(captcha) : CAPTCHA_IN_BUILD));
  const policy = contentSecurityPolicy(served, origins, captcha?.provider);
  return { file: textFile(served, HTML), policy, hasCaptcha: Boolean(captcha) };
}

function captchaAttributes({ provider, siteKey }: Captcha): string {
  const escaped = siteKey.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  return `data-captcha="${provider}" data-site-key="${escaped}"`;
}

// The build names these after their content: the same name never holds other bytes.
function cacheControlOf(path: string): string {
  return path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "public, max-age=3600";
}

async function answerFile(
  context: Context,
  file: SiteFile,
  { cacheControl, status }: { cacheControl: string; status: 200 | 404 },
): Promise<Response> {
  const encoding = isText(file.type)
    ? acceptedEncoding(context.req.header("Accept-Encoding") ?? "")
    : "identity";
  const { body, etag } = await file.content(encoding);
  context.header("Content-Type", file.type);
  context.header("Cache-Control", cacheControl);
  context.header("ETag", etag);
  if (isText(file.type)) context.header("Vary", "Accept-Encoding");
  if (status === 200 && isKnown(etag, context.req.header("If-None-Match"))) return context.body(null, 304);
  if (encoding !== "identity") context.header("Content-Encoding", encoding);
  return context.body(body, status);
}

function acceptedEncoding(header: string): Encoding {
  const accepted = header
    .split(",")
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(";")[0]?.trim());
  if (accepted.includes("br")) return "br";
  return accepted.includes("gzip") ? "gzip" : "identity";
}

function isKnown(etag: string, ifNoneMatch: string | undefined): boolean {
  const known = ifNoneMatch?.split(",").map((each) => each.trim().replace(/^W\//, ""));
  return known?.includes(etag) ?? false;
}

// The path was decoded, all but its percent signs; a header holds neither line breaks nor letters beyond Latin-1.
function encoded(path: string): string {
  return encodeURI(path).replaceAll("%25", "%");
}

// An extension at the end, or anything hidden: "/assets/gone.js", "/.git/config".
function looksLikeFile(path: string): boolean {
  return /\.[^/]*$|\/\./.test(path);
}
