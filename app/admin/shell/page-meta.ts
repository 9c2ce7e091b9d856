import type { MetaDescriptor } from "react-router";
import { brand } from "#brand";

/** Title of an admin page. Admin pages are not indexed. */
export function pageMeta(title: string): MetaDescriptor[] {
  return [{ title: `${title} – Admin – ${brand.name}` }, { name: "robots", content: "noindex" }];
}
