import "#app/schemas-without-eval.ts";
import "#app/app.css";
import geist from "@fontsource-variable/geist/files/geist-latin-wght-normal.woff2?url";
import { type ReactNode, useContext } from "react";
import {
  Links,
  type LinksFunction,
  Meta,
  type MetaFunction,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
} from "react-router";
import { preloadFont } from "#app/font-preload.ts";
import { IsApplication } from "#app/is-application.ts";
import { brand } from "#brand";

export const links: LinksFunction = () => [
  preloadFont(geist),
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "icon", href: "/icon-192.png", type: "image/png", sizes: "192x192" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/site.webmanifest" },
];

/** Default page title. */
export const meta: MetaFunction = () => [{ title: brand.name }];

/** The HTML document. It must not mount twice, because Trusted Types block its scripts on a second render. */
export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="dark" />
        <meta name="theme-color" content="#090d12" />
        <Meta />
        <Links />
        <noscript>
          <link rel="stylesheet" href="/no-script.css" />
        </noscript>
      </head>
      <body>
        {children}
        <PageScripts />
      </body>
    </html>
  );
}

/** Renders the scripts of the application or, on a public page, only the script named by its layout. */
function PageScripts() {
  const isApplication = useContext(IsApplication);
  const layoutScript = getLayoutScript(useMatches());
  if (!isApplication && layoutScript !== null) {
    return (
      <>
        {import.meta.env.DEV && <script type="module" src="/@vite/client" />}
        <script type="module" src={layoutScript} />
      </>
    );
  }
  return (
    <>
      <ScrollRestoration />
      <Scripts />
    </>
  );
}

/** Returns null on the prerendered sign-in pages, which load the application. */
function getLayoutScript(matches: ReadonlyArray<{ handle: unknown }>): string | null {
  for (const { handle } of matches) {
    if (typeof handle === "object" && handle !== null && "script" in handle) {
      return String(handle.script);
    }
  }
  return null;
}

/** Shown in the portal and the admin area before their scripts run. */
export function HydrateFallback() {
  return (
    <noscript>
      <p className="mx-auto max-w-md px-6 py-24 text-center text-muted">
        The {brand.name} client portal and admin area require JavaScript. The{" "}
        <a href="/" className="text-accent underline">
          public site
        </a>{" "}
        works without it.
      </p>
    </noscript>
  );
}

export default function Root() {
  return <Outlet />;
}
