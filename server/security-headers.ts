import { createHash } from "node:crypto";

/** What surrounds the pages of one installation. */
export type PageOrigins = {
  /** The only base of links; HSTS is sent when it is https. */
  publicUrl: string;
  /** Set when a Supabase project on another origin answers the pages' data calls. */
  supabaseUrl?: string | undefined;
};

const hstsSeconds = 31_536_000;

/** Denied to the page and to whatever it might frame; passkeys are for the page itself. */
const permissionsPolicy = [
  ...["accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "magnetometer"],
  ...["microphone", "midi", "payment", "screen-wake-lock", "usb", "xr-spatial-tracking"],
]
  .map((feature) => `${feature}=()`)
  .concat("publickey-credentials-get=(self)", "publickey-credentials-create=(self)")
  .join(", ");

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
    ...(publicUrl.startsWith("https:") && {
      "Strict-Transport-Security": `max-age=${hstsSeconds}; includeSubDomains`,
    }),
  };
}

/** The policy of one HTML text: nothing but our own files, and exactly the inline scripts it holds. */
export function contentSecurityPolicy(html: string, { supabaseUrl }: PageOrigins): string {
  const connections = supabaseUrl ? ["'self'", new URL(supabaseUrl).origin] : ["'self'"];
  return [
    "default-src 'none'",
    ["script-src 'self'", ...inlineScriptHashes(html)].join(" "),
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${connections.join(" ")}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "manifest-src 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
}

/** The CSP sources of a page's inline scripts, each once, in order. */
function inlineScriptHashes(html: string): string[] {
  const scripts = html.matchAll(/<script\b(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/gi);
  const hashes = Array.from(scripts, ([, source = ""]) => {
    return `'sha256-${createHash("sha256").update(source).digest("base64")}'`;
  });
  return [...new Set(hashes)];
}
