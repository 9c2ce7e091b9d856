import type { MetaFunction } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { brand } from "#brand";
import { pageMeta } from "./page-meta.ts";
import { SectionLink } from "./section-link.tsx";

export const meta: MetaFunction = () =>
  pageMeta({ title: `Page not found – ${brand.name}`, description: "There is nothing at this address." });

export default function NotFound() {
  return (
    <div className="mx-auto max-w-[75rem] px-4 pt-40 pb-24 sm:px-6">
      <p className="font-mono text-14 text-faint">404</p>
      <h1 className="mt-3 text-36">There is nothing at this address.</h1>
      <p className="mt-4 max-w-[60ch] text-muted">
        The link may be old, or a letter may be missing. The home page has everything we publish, and{" "}
        <SectionLink section="contact" className="text-accent underline underline-offset-4">
          a message
        </SectionLink>{" "}
        reaches a person.
      </p>
      <ButtonLink to="/" tone="primary" className="mt-8">
        Back to Home
      </ButtonLink>
    </div>
  );
}
