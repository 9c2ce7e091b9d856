/** What a mail's link brought along. */
export type MailedLink =
  | { kind: "token"; tokenHash: string; type: LinkType }
  /** A backend that spends tokens itself leads back with the session in the fragment. */
  | { kind: "session"; accessToken: string; refreshToken: string; type: LinkType };

export type LinkType = "recovery" | "invite" | "email_change" | "signup";

const TYPES: readonly string[] = ["recovery", "invite", "email_change", "signup"] satisfies LinkType[];

/** The link somebody opened, read from the address; null where there is none, or one this page has no use for. */
export function linkInAddress({ search, hash }: { search: string; hash: string }): MailedLink | null {
  const query = new URLSearchParams(search);
  const fragment = new URLSearchParams(hash.replace(/^#/, ""));
  const type = query.get("type") ?? fragment.get("type");
  if (!isLinkType(type)) return null;
  const tokenHash = query.get("token_hash");
  if (tokenHash) return { kind: "token", tokenHash, type };
  const accessToken = fragment.get("access_token");
  const refreshToken = fragment.get("refresh_token");
  return accessToken && refreshToken ? { kind: "session", accessToken, refreshToken, type } : null;
}

function isLinkType(type: string | null): type is LinkType {
  return type !== null && TYPES.includes(type);
}
