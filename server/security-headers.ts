import { createHash } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";

/** What surrounds the pages of one installation. */
export type PageOrigins = {
  /** The only base of links; HSTS is sent when it is https. */
  publicUrl: string;
  /** Set when a Supabase project on another origin answers the pages' data calls. */
  supabaseUrl?: string | undefined;
};

export type CaptchaProvider = "turnstile" | "hcaptcha";

const hstsSeconds = 31_536_000;

/** Denied to the page and to whatever it might frame; passkeys are for the page itself. */
const permissionsPolicy = [
  ...["accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "magnetometer"],
  ...["microphone", "midi", "payment", "screen-wake-lock", "usb", "xr-spatial-tracking"],
]
  .map((feature) => `${feature}=()`)
  .concat("publickey-credentials-get=(self)", "publickey-credentials-create=(self)")
  .join(", ");

const hcaptcha = ["https://hcaptcha.com", "https://*.hcaptcha.com"];
/** What a captcha's provider must be allowed, as its documentation lists it. */
const captchaSources: Record<CaptchaProvider, Record<string, readonly string[]>> = {
  turnstile: {
    "script-src": ["https://challenges.cloudflare.com"],
    "frame-src": ["https://challenges.cloudflare.com"],
  },
  hcaptcha: {
    "script-src": hcaptcha,
    "frame-src": hcaptcha,
    "style-src": hcaptcha,
    "connect-src": hcaptcha,
  },
};

/** The headers of every answer of the site, pages and files alike. */
export function siteHeaders({ publicUrl }: PageOrigins): Record<string, string> {
  return {
    "X-Content-Type-Options": "nosniff",
    // Links in mails carry tokens: no other site learns the address they were opened on.
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": permissionsPolicy,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Resource-Policy": "same-origin",
    ...transportSecurity(publicUrl),
  };
}

/**
 * Adds to an answer what it does not say itself. Not by `context.header`, which would copy the answer for each header,
 * and its body into a stream.
 */
export function addMissing({ res }: Context, headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers))
    if (!res.headers.has(name)) res.headers.set(name, value);
}

/** What every answer carries that says nothing else of its own: health, figures, data, pictures, redirects. */
export function leastHeaders({ publicUrl }: PageOrigins): MiddlewareHandler {
  const headers = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "frame-ancestors 'none'",
    ...transportSecurity(publicUrl),
  };
  return async (context, next) => {
    await next();
    addMissing(context, headers);
  };
}

/** Data is kept by no cache, unless its answer says otherwise. */
export function keptByNobody(): MiddlewareHandler {
  return async (context, next) => {
    await next();
    addMissing(context, { "Cache-Control": "no-store" });
  };
}

function transportSecurity(publicUrl: string): Record<string, string> {
  if (!publicUrl.startsWith("https:")) return {};
  return { "Strict-Transport-Security": `max-age=${hstsSeconds}; includeSubDomains` };
}

/**
 * The policy of one HTML text: nothing but our own files, and exactly the inline scripts and styles it holds. A page
 * with a captcha admits its provider, whose script makes elements in ways that Trusted Types would refuse.
 */
export function contentSecurityPolicy(
  html: string,
  { supabaseUrl }: Pick<PageOrigins, "supabaseUrl">,
  captcha?: CaptchaProvider,
): string {
  const directives: Record<string, readonly string[]> = {
    "default-src": ["'none'"],
    "script-src": ["'self'", ...hashesOf("script", html)],
    "style-src": ["'self'", ...hashesOf("style", html)],
    "img-src": ["'self'", "data:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'", ...(supabaseUrl ? [new URL(supabaseUrl).origin] : [])],
    "form-action": ["'self'"],
    "base-uri": ["'none'"],
    "frame-ancestors": ["'none'"],
    "manifest-src": ["'self'"],
    ...(!captcha && { "require-trusted-types-for": ["'script'"], "trusted-types": ["'none'"] }),
  };
  for (const [name, sources] of Object.entries(captcha ? captchaSources[captcha] : {}))
    directives[name] = [...(directives[name] ?? []), ...sources];
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(" ")}`)
    .join("; ");
}

// One stylesheet, one picture, a form of our own and a way back.
const plainPagePolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Gives the pages among the answers of an endpoint (plain-page.ts) the headers that every page has. */
export function plainPageHeaders(origins: PageOrigins): MiddlewareHandler {
  const headers = { ...siteHeaders(origins), "Content-Security-Policy": plainPagePolicy };
  return async (context, next) => {
    await next();
    if (!context.res.headers.get("Content-Type")?.startsWith("text/html")) return;
    for (const [name, value] of Object.entries(headers)) context.res.headers.set(name, value);
  };
}

/** The CSP sources of a page's inline scripts or styles, each once, in order. */
function hashesOf(element: "script" | "style", html: string): string[] {
  const texts = html.matchAll(
    new RegExp(`<${element}\\b(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${element}>`, "gi"),
  );
  const hashes = Array.from(texts, ([, source = ""]) => {
    return `'sha256-${createHash("sha256").update(source).digest("base64")}'`;
  });
  return [...new Set(hashes)];
}
