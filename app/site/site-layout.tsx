import { useEffect } from "react";
import { Outlet } from "react-router";
import siteScript from "./behaviour/site.ts?worker&url";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";

/**
 * The public pages are React at build time only: root.tsx gives them this script, a few kilobytes, in place of the
 * application's. docs/decisions tells why.
 */
export const handle = { script: siteScript };

/** Header and footer around every public page, and the one alert they have. */
export default function SiteLayout() {
  // Effects run only where React does: whoever came here from inside the application gets the page as a document.
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
