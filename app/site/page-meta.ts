import type { MetaDescriptor } from "react-router";
import { brand } from "#brand";
import { origin } from "./origin.ts";
import { buildGraph, type StructuredDataNode } from "./structured-data.ts";

type PageMeta = {
  title: string;
  description: string;
  /** Canonical path. Pages without one are marked noindex. */
  path?: string;
  /** Text on the link preview image, which the build draws. */
  previewText?: string;
  /** schema.org nodes of the page. */
  structuredData?: readonly StructuredDataNode[];
};

/** Characters. Search engines truncate longer titles. */
const MAX_TITLE_LENGTH = 70;

/** Returns the short title when a long firm name makes the full one exceed the limit. */
export function fitTitle(full: string, short: string): string {
  return full.length > MAX_TITLE_LENGTH ? short : full;
}

/** Metadata of a public page for search engines and link previews. */
export function pageMeta({
  title,
  description,
  path,
  previewText,
  structuredData,
}: PageMeta): MetaDescriptor[] {
  const shared: MetaDescriptor[] = [{ title }, { name: "description", content: description }];
  if (path === undefined) {
    return [...shared, { name: "robots", content: "noindex" }];
  }
  return [
    ...shared,
    { tagName: "link", rel: "canonical", href: origin + path },
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: brand.name },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:url", content: origin + path },
    { property: "og:locale", content: "en_US" },
    ...previewImage(path, previewText ?? title),
    ...(structuredData ? [{ "script:ld+json": buildGraph(structuredData) }] : []),
  ];
}

function previewImage(path: string, text: string): MetaDescriptor[] {
  return [
    { property: "og:image", content: `${origin}/previews/${path === "/" ? "home" : path.slice(1)}.png` },
    { property: "og:image:type", content: "image/png" },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { property: "og:image:alt", content: text },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}
