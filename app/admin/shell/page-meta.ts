import type { MetaDescriptor } from "react-router";
import { brand } from "#brand";

/** Title of an admin page; none of them is for search engines. */
export function pageMeta(title: string): MetaDescriptor[] {
  return [{ title: `${title} – Admin – ${brand.name}` }, { name: "robots", content: "noindex" }];
}
