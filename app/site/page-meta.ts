import type { MetaDescriptor } from "react-router";
import { brand } from "#brand";
import { origin } from "./origin.ts";
import { graph, type Thing } from "./structured-data.ts";

type PageMeta = {
  title: string;
  description: string;
  /** The page's one address; without it the page is not to be indexed. */
  path?: string;
  /** The words on the picture that link previews show; the build draws it. */
  preview?: string;
  /** What the page tells search engines about the firm. */
  things?: readonly Thing[];
};

/** Letters; search engines cut longer titles. */
const LONGEST_TITLE = 70;

/** The full title, or the short one where the firm's name makes the full one too long. */
export function fittingTitle(full: string, short: string): string {
  return full.length > LONGEST_TITLE ? short : full;
}

/** What search engines and link previews read of a public page. */
export function pageMeta({ title, description, path, preview, things }: PageMeta): MetaDescriptor[] {
  const shared: MetaDescriptor[] = [{ title }, { name: "description", content: description }];
  if (path === undefined) return [...shared, { name: "robots", content: "noindex" }];
  return [
    ...shared,
    { tagName: "link", rel: "canonical", href: origin + path },
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: brand.name },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:url", content: origin + path },
    { property: "og:locale", content: "en_US" },
    ...previewPicture(path, preview ?? title),
    ...(things ? [{ "script:ld+json": graph(things) }] : []),
  ];
}

function previewPicture(path: string, words: string): MetaDescriptor[] {
  return [
    { property: "og:image", content: `${origin}/previews/${path === "/" ? "home" : path.slice(1)}.png` },
    { property: "og:image:type", content: "image/png" },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { property: "og:image:alt", content: words },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}
