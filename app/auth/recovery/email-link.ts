/** Credentials from a link in an email. */
export type EmailLink =
  | { kind: "token"; tokenHash: string; type: LinkType }
  /** Hosted Supabase redeems the token and redirects with the session in the fragment. */
  | { kind: "session"; accessToken: string; refreshToken: string; type: LinkType };

export type LinkType = "recovery" | "invite" | "email_change" | "signup";

const LINK_TYPES: readonly string[] = ["recovery", "invite", "email_change", "signup"] satisfies LinkType[];

/** Reads the link from the page URL. Returns null if there is none or its type is unknown. */
export function parseEmailLink({ search, hash }: { search: string; hash: string }): EmailLink | null {
  const query = new URLSearchParams(search);
  const fragment = new URLSearchParams(hash.replace(/^#/, ""));
  const type = query.get("type") ?? fragment.get("type");
  if (!isLinkType(type)) {
    return null;
  }
  const tokenHash = query.get("token_hash");
  if (tokenHash) {
    return { kind: "token", tokenHash, type };
  }
  const accessToken = fragment.get("access_token");
  const refreshToken = fragment.get("refresh_token");
  return accessToken && refreshToken ? { kind: "session", accessToken, refreshToken, type } : null;
}

function isLinkType(type: string | null): type is LinkType {
  return type !== null && LINK_TYPES.includes(type);
}
