import type { AuthContext } from "./context.ts";

/**
 * Where a link may lead: the address asked for when it is on the public origin or on an allowed one, else the public
 * address itself. Decided on the parsed address, whatever the Host header says.
 */
export function redirectTarget(
  auth: Pick<AuthContext, "publicUrl" | "allowedRedirectOrigins">,
  wanted: string | null | undefined,
): string {
  if (!wanted || !URL.canParse(wanted)) return auth.publicUrl;
  const url = new URL(wanted);
  const allowed = [auth.publicUrl, ...auth.allowedRedirectOrigins].map((address) => new URL(address).origin);
  const isPlain = /^https?:$/.test(url.protocol) && !url.username && !url.password;
  return isPlain && allowed.includes(url.origin) ? url.href : auth.publicUrl;
}
