import type { Brand } from "#brand";

const SECURITY_TXT_VALID_DAYS = 180;
const DAY_MS = 86_400_000;

/** App pages are not disallowed here. They return noindex, which a crawler can see only if it may fetch them. */
export function renderRobots(publicUrl: string): string {
  return [
    "User-agent: *",
    "Disallow: /api/",
    "Disallow: /auth/",
    "Disallow: /rest/",
    `Sitemap: ${publicUrl}/sitemap.xml`,
  ]
    .map((line) => `${line}\n`)
    .join("");
}

export function renderSitemap(publicUrl: string, paths: readonly string[]): string {
  const entries = paths
    .toSorted()
    .map((path) => `  <url><loc>${publicUrl}${path}</loc></url>\n`)
    .join("");
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries}</urlset>\n`;
}

/** Renders the security.txt (RFC 9116). It is rendered for each request, so that it never expires. */
export function renderSecurityTxt(publicUrl: string, brand: Brand, now: Date): string {
  const expires = new Date(now.getTime() + SECURITY_TXT_VALID_DAYS * DAY_MS);
  return [
    `Contact: mailto:${brand.securityEmail}`,
    `Expires: ${expires.toISOString()}`,
    "Preferred-Languages: en",
    `Policy: ${publicUrl}/security`,
    `Canonical: ${publicUrl}/.well-known/security.txt`,
  ]
    .map((line) => `${line}\n`)
    .join("");
}
