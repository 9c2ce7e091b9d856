import type { ReactNode } from "react";
import { COPYRIGHT_START_YEAR, socialLinks } from "#app/site/firm-facts.ts";
import { brand } from "#brand";
import { VERIFY_PATH } from "#domain/findings/report/verification.ts";
import { SERVICES } from "#domain/firm/service.ts";
import { Wordmark } from "../components/wordmark.tsx";
import { SectionLink } from "./section-link.tsx";

const LINK_CLASSES =
  "inline-flex min-h-8 items-center py-1.5 text-14/snug text-muted transition-colors hover:text-text pointer-coarse:min-h-11 pointer-coarse:py-3";

export function SiteFooter() {
  return (
    <footer className="border-line border-t">
      <div className="mx-auto grid max-w-[75rem] grid-cols-2 gap-x-8 gap-y-10 px-4 py-16 sm:px-6 md:grid-cols-[1.5fr_1.6fr_1.2fr_0.8fr] md:max-lg:gap-x-6 lg:grid-cols-[2fr_1.4fr_1fr_0.8fr]">
        <div className="max-w-xs max-md:col-span-2">
          <Wordmark />
          <p className="mt-3 text-14 text-muted">{brand.description}</p>
        </div>
        <FooterList title="Services">
          {SERVICES.map((service) => (
            <li key={service}>
              <SectionLink section="services" className={LINK_CLASSES}>
                {service}
              </SectionLink>
            </li>
          ))}
        </FooterList>
        <FooterList title="Company" className="max-md:row-span-2">
          <li>
            <a href="/client-portal" className={LINK_CLASSES}>
              Client Portal
            </a>
          </li>
          <li>
            <SectionLink section="contact" className={LINK_CLASSES}>
              Contact Us
            </SectionLink>
          </li>
          <li>
            <a href="/security" className={LINK_CLASSES}>
              Security
            </a>
          </li>
          <li>
            <a href={VERIFY_PATH} className={LINK_CLASSES}>
              Verify a document
            </a>
          </li>
          <li>
            <a href="/privacy-policy" className={LINK_CLASSES}>
              Privacy Policy
            </a>
          </li>
          <li>
            <a href="/terms-of-service" className={LINK_CLASSES}>
              Terms of Service
            </a>
          </li>
        </FooterList>
        <FooterList title="Connect">
          {socialLinks.map(({ name, url }) => (
            <li key={name}>
              <a href={url} target="_blank" rel="noopener noreferrer" className={LINK_CLASSES}>
                {name}
                <span className="sr-only"> (opens in a new tab)</span>
              </a>
            </li>
          ))}
          <li>
            <a href={`mailto:${brand.contactEmail}`} className={LINK_CLASSES}>
              Email
            </a>
          </li>
        </FooterList>
      </div>
      <div className="mx-auto max-w-[75rem] px-4 pb-10 sm:px-6">
        <p className="border-line border-t pt-6 text-13 text-faint">
          © {COPYRIGHT_START_YEAR}–<CurrentYear /> {brand.name}. All rights reserved.
        </p>
      </div>
    </footer>
  );
}

type FooterListProps = { title: string; className?: string; children: ReactNode };

function FooterList({ title, className, children }: FooterListProps) {
  return (
    <div className={className}>
      <h2 className="mb-2 font-medium text-13 text-faint tracking-normal">{title}</h2>
      <ul>{children}</ul>
    </div>
  );
}

/** The build year, which the server replaces with the current year. */
function CurrentYear() {
  return <span data-current-year="">{new Date().getFullYear()}</span>;
}
