import { createHash } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";

/** The origins that an installation's pages use. */
export type PageOrigins = {
  /** Base URL of all links. HSTS is sent if it uses https. */
  publicUrl: string;
  /** Set when the pages call a Supabase project on another origin. */
  supabaseUrl?: string | undefined;
};

export type CaptchaProvider = "turnstile" | "hcaptcha";

const HSTS_SECONDS = 31_536_000;

/** Features denied to the page and its frames. Passkeys are allowed for the page itself. */
const PERMISSIONS_POLICY = [
  ...["accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "magnetometer"],
  ...["microphone", "midi", "payment", "screen-wake-lock", "usb", "xr-spatial-tracking"],
]
  .map((feature) => `${feature}=()`)
  .concat("publickey-credentials-get=(self)", "publickey-credentials-create=(self)")
  .join(", ");

const HCAPTCHA_ORIGINS = ["https://hcaptcha.com", "https://*.hcaptcha.com"];
/** The sources that each CAPTCHA provider's documentation requires. */
const CAPTCHA_SOURCES: Record<CaptchaProvider, Record<string, readonly string[]>> = {
  turnstile: {
    "script-src": ["https://challenges.cloudflare.com"],
    "frame-src": ["https://challenges.cloudflare.com"],
  },
  hcaptcha: {
    "script-src": HCAPTCHA_ORIGINS,
    "frame-src": HCAPTCHA_ORIGINS,
    "style-src": HCAPTCHA_ORIGINS,
    "connect-src": HCAPTCHA_ORIGINS,
  },
};

/** Returns the headers for every page and file of the site. */
export function getSiteHeaders({ publicUrl }: PageOrigins): Record<string, string> {
  return {
    "X-Content-Type-Options": "nosniff",
    // Links in emails contain tokens, so no other site may see the URL.
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": PERMISSIONS_POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Resource-Policy": "same-origin",
    ...getHstsHeader(publicUrl),
  };
}

/**
 * Sets headers that the response does not have yet. `context.header` would copy the response for each header and turn
 * its body into a stream.
 */
export function setMissingHeaders({ res }: Context, headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) {
    if (!res.headers.has(name)) {
      res.headers.set(name, value);
    }
  }
}

/** Sets minimum headers on responses that have none of their own, such as health checks, metrics and redirects. */
export function defaultHeaders({ publicUrl }: PageOrigins): MiddlewareHandler {
  const headers = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "frame-ancestors 'none'",
    // For browsers that do not support frame-ancestors.
    "X-Frame-Options": "DENY",
    ...getHstsHeader(publicUrl),
  };
  return async (context, next) => {
    await next();
    setMissingHeaders(context, headers);
  };
}

/** Prevents caching unless the response sets Cache-Control itself. */
export function noStore(): MiddlewareHandler {
  return async (context, next) => {
    await next();
    setMissingHeaders(context, { "Cache-Control": "no-store" });
  };
}

function getHstsHeader(publicUrl: string): Record<string, string> {
  if (!publicUrl.startsWith("https:")) {
    return {};
  }
  return { "Strict-Transport-Security": `max-age=${HSTS_SECONDS}; includeSubDomains` };
}

/**
 * Returns the content security policy for an HTML page. It allows our own files and exactly the inline scripts and
 * styles on the page. A page with a CAPTCHA also allows the provider, and does not require Trusted Types, which the
 * provider's script does not support.
 */
export function buildContentSecurityPolicy(
  html: string,
  { supabaseUrl }: Pick<PageOrigins, "supabaseUrl">,
  captcha?: CaptchaProvider,
): string {
  const directives: Record<string, readonly string[]> = {
    "default-src": ["'none'"],
    "script-src": ["'self'", ...hashInline("script", html)],
    "style-src": ["'self'", ...hashInline("style", html)],
    "img-src": ["'self'", "data:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'", ...(supabaseUrl ? [new URL(supabaseUrl).origin] : [])],
    "form-action": ["'self'"],
    "base-uri": ["'none'"],
    "frame-ancestors": ["'none'"],
    "manifest-src": ["'self'"],
    ...(!captcha && { "require-trusted-types-for": ["'script'"], "trusted-types": ["'none'"] }),
  };
  for (const [name, sources] of Object.entries(captcha ? CAPTCHA_SOURCES[captcha] : {})) {
    directives[name] = [...(directives[name] ?? []), ...sources];
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(" ")}`)
    .join("; ");
}

// Plain pages contain one style sheet with its font, one image, one form and links.
const PLAIN_PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Sets the site's headers on HTML responses from API endpoints (plain-page.ts). */
export function plainPageHeaders(origins: PageOrigins): MiddlewareHandler {
  const headers = { ...getSiteHeaders(origins), "Content-Security-Policy": PLAIN_PAGE_POLICY };
  return async (context, next) => {
    await next();
    if (!context.res.headers.get("Content-Type")?.startsWith("text/html")) {
      return;
    }
    for (const [name, value] of Object.entries(headers)) {
      context.res.headers.set(name, value);
    }
  };
}

/** Returns the CSP hashes of the page's inline scripts or styles, without duplicates, in document order. */
function hashInline(element: "script" | "style", html: string): string[] {
  const matches = html.matchAll(
    new RegExp(`<${element}\\b(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${element}>`, "gi"),
  );
  const hashes = Array.from(matches, ([, source = ""]) => {
    return `'sha256-${createHash("sha256").update(source).digest("base64")}'`;
  });
  return [...new Set(hashes)];
}
