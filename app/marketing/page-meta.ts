import type { MetaDescriptor } from "react-router";
import { brand } from "#brand";

// The address is known when a page is served, not when it is built: the server puts it in place of this one.
const origin = import.meta.env.SSR ? "https://origin.invalid" : window.location.origin;

type PageMeta = {
  title: string;
  description: string;
  /** The page's one address; without it the page is not to be indexed. */
  path?: string;
};

/** What search engines and link previews read of a public page. */
export function pageMeta({ title, description, path }: PageMeta): MetaDescriptor[] {
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
  ];
}
