import type { ReactNode } from "react";
import { Link } from "react-router";
import { BrandLink } from "#app/components/brand-link.tsx";
import { ArrowLeft } from "#app/ui/core-icons.tsx";
import { PageHeading } from "#app/ui/layout/page-heading.tsx";

type SignInPageProps = { title: string; subtitle?: string; children: ReactNode };

/** Layout for all sign-in and password pages. */
export function SignInPage({ title, subtitle, children }: SignInPageProps) {
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr]">
      <header className="flex min-h-16 items-center justify-between gap-4 border-line border-b px-4 sm:px-8">
        <BrandLink />
        <Link
          to="/"
          className="inline-flex min-h-11 items-center gap-2 rounded-small text-14 text-muted hover:text-text"
        >
          <ArrowLeft aria-hidden="true" className="size-4" />
          Back to Home
        </Link>
      </header>
      <main id="content" className="mx-auto w-full max-w-md px-4 py-12 sm:py-20">
        <div className="mb-8">
          <PageHeading>{title}</PageHeading>
          {subtitle && <p className="mt-2 text-muted">{subtitle}</p>}
        </div>
        <noscript>
          <p className="rounded-small border border-line bg-surface px-4 py-3 text-14 text-muted">
            Signing in requires JavaScript. Turn it on in your browser and reload this page, or go to the{" "}
            <a href="/" className="text-accent underline underline-offset-4">
              public site
            </a>
            , which works without it.
          </p>
        </noscript>
        {children}
      </main>
    </div>
  );
}
