import type { MetaFunction } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { brand } from "#brand";
import { pageMeta } from "./page-meta.ts";
import { SectionLink } from "./section-link.tsx";

export const meta: MetaFunction = () =>
  pageMeta({ title: `Page not found – ${brand.name}`, description: "This page does not exist." });

export default function NotFound() {
  return (
    <div className="mx-auto max-w-[75rem] px-4 pt-40 pb-24 sm:px-6">
      <p className="font-mono text-14 text-faint">404</p>
      <h1 className="mt-3 text-36">Page not found</h1>
      <p className="mt-4 max-w-[60ch] text-muted">
        The link may be outdated or mistyped. Try the{" "}
        <a href="/" className="text-accent underline underline-offset-4">
          home page
        </a>
        , or{" "}
        <SectionLink section="contact" className="text-accent underline underline-offset-4">
          send us a message
        </SectionLink>
        .
      </p>
      <ButtonLink to="/" tone="primary" className="mt-8">
        Back to Home
      </ButtonLink>
    </div>
  );
}
