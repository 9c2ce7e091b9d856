import type { ReactNode } from "react";
import { Link } from "react-router";
import { brand } from "#brand";
import { SERVICES } from "#domain/service.ts";
import { SectionLink } from "./section-link.tsx";
import { Wordmark } from "./wordmark.tsx";

const entry =
  "inline-flex min-h-8 items-center text-14 text-muted transition-colors hover:text-text pointer-coarse:min-h-11";

export function SiteFooter() {
  return (
    <footer className="border-line border-t">
      <div className="mx-auto grid max-w-[75rem] gap-x-8 gap-y-10 px-4 py-16 sm:grid-cols-2 sm:px-6 lg:grid-cols-[2fr_1.4fr_1fr_1fr]">
        <div className="max-w-xs">
          <Wordmark />
          <p className="mt-3 text-14 text-muted">{brand.description}</p>
        </div>
        <FooterList title="Services">
          {SERVICES.map((service) => (
            <li key={service}>
              <SectionLink section="services" className={entry}>
                {service}
              </SectionLink>
            </li>
          ))}
        </FooterList>
        <FooterList title="Company">
          <li>
            <Link to="/client-portal" className={entry}>
              Client Portal
            </Link>
          </li>
          <li>
            <SectionLink section="contact" className={entry}>
              Contact Us
            </SectionLink>
          </li>
          <li>
            <Link to="/privacy-policy" className={entry}>
              Privacy Policy
            </Link>
          </li>
          <li>
            <Link to="/terms-of-service" className={entry}>
              Terms of Service
            </Link>
          </li>
        </FooterList>
        <FooterList title="Elsewhere">
          {brand.social.map(({ name, url }) => (
            <li key={name}>
              <a href={url} target="_blank" rel="noopener noreferrer" className={entry}>
                {name}
                <span className="sr-only"> (opens in a new tab)</span>
              </a>
            </li>
          ))}
          <li>
            <a href={`mailto:${brand.contactEmail}`} className={entry}>
              E-mail
            </a>
          </li>
        </FooterList>
      </div>
      <div className="mx-auto max-w-[75rem] px-4 pb-10 sm:px-6">
        <p className="border-line border-t pt-6 text-13 text-faint">
          © {brand.copyrightStartYear}–<CurrentYear /> {brand.name}. All rights reserved.
        </p>
      </div>
    </footer>
  );
}

function FooterList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <nav aria-label={title}>
      <h2 className="mb-2 font-medium text-13 text-faint tracking-normal">{title}</h2>
      <ul>{children}</ul>
    </nav>
  );
}

/** The server writes the year of the day into the HTML it serves; what stands there is right, so it is kept. */
function CurrentYear() {
  return (
    <span data-current-year="" suppressHydrationWarning>
      {new Date().getFullYear()}
    </span>
  );
}
