import type { AuthContext } from "../http/context.ts";

/**
 * Returns the requested URL if its origin is the public origin or an allowed origin, otherwise the public URL.
 * Compares parsed origins and ignores the Host header.
 */
export function resolveRedirectTarget(
  auth: Pick<AuthContext, "publicUrl" | "allowedRedirectOrigins">,
  requestedUrl: string | null | undefined,
): string {
  if (!requestedUrl || !URL.canParse(requestedUrl)) {
    return auth.publicUrl;
  }
  const url = new URL(requestedUrl);
  const allowedOrigins = [auth.publicUrl, ...auth.allowedRedirectOrigins].map(
    (allowed) => new URL(allowed).origin,
  );
  const isPlainWebUrl = /^https?:$/.test(url.protocol) && !url.username && !url.password;
  return isPlainWebUrl && allowedOrigins.includes(url.origin) ? url.href : auth.publicUrl;
}
