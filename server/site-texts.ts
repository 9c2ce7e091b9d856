import type { Brand } from "#brand";

const SECURITY_TEXT_DAYS = 180;
const DAY = 86_400_000;

/** The application's own addresses say noindex in their answers, which a crawler must be able to read. */
export function robotsText(publicUrl: string): string {
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

export function sitemapXml(publicUrl: string, paths: readonly string[]): string {
  const entries = paths
    .toSorted()
    .map((path) => `  <url><loc>${publicUrl}${path}</loc></url>\n`)
    .join("");
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries}</urlset>\n`;
}

/** RFC 9116. It is written anew at every request, so its Expires cannot run out unnoticed. */
export function securityText(publicUrl: string, brand: Brand, now: Date): string {
  const expires = new Date(now.getTime() + SECURITY_TEXT_DAYS * DAY);
  return [
    `Contact: mailto:${brand.contactEmail}`,
    `Expires: ${expires.toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${publicUrl}/.well-known/security.txt`,
  ]
    .map((line) => `${line}\n`)
    .join("");
}
