import geistMono from "@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2?url";
import { useEffect } from "react";
import { type LinksFunction, Outlet } from "react-router";
import { preloadFont } from "#app/font-preload.ts";
import siteScript from "./scripts/site.ts?worker&url";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";

/**
 * Public pages use React only at build time. root.tsx loads this small script instead of the application
 * (docs/decisions/007-public-pages-are-html.md).
 */
export const handle = { script: siteScript };

export const links: LinksFunction = () => [preloadFont(geistMono)];

/** Layout with the header and footer for all public pages. */
export default function SiteLayout() {
  // Effects run only if the application navigates to this page. In that case, load the prerendered document
  // instead.
  useEffect(() => window.location.reload(), []);
  return (
    <>
      <SiteHeader />
      <main id="content" tabIndex={-1} className="min-h-[60vh] outline-none">
        <Outlet />
      </main>
      <SiteFooter />
    </>
  );
}
