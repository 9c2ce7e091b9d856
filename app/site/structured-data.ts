import { brand } from "#brand";
import type { Service } from "#domain/service.ts";
import { origin } from "./origin.ts";
import { servicePath } from "./service-path.ts";

/** A thing in the vocabulary of schema.org. */
export type Thing = { "@type": string } & Record<string, unknown>;

const firmId = `${origin}/#organization`;

/** Several things in one document. */
export function graph(things: readonly Thing[]) {
  return { "@context": "https://schema.org", "@graph": [...things] };
}

/** The firm itself, told once, on the landing page; the other pages refer to it. */
export function organization(): Thing {
  return {
    "@type": "Organization",
    "@id": firmId,
    name: brand.name,
    description: brand.description,
    url: `${origin}/`,
    logo: `${origin}/icon-512.png`,
    email: brand.contactEmail,
    sameAs: brand.social.map(({ url }) => url),
    contactPoint: {
      "@type": "ContactPoint",
      contactType: "sales",
      email: brand.contactEmail,
      url: `${origin}/#contact`,
      availableLanguage: "en",
    },
  };
}

/** One of the firm's services. */
export function serviceOffered(service: Service, description: string): Thing {
  return {
    "@type": "Service",
    "@id": `${origin}${servicePath(service)}#service`,
    name: service,
    serviceType: service,
    description,
    url: origin + servicePath(service),
    provider: { "@type": "Organization", "@id": firmId, name: brand.name, url: `${origin}/` },
    audience: { "@type": "BusinessAudience", name: "Organizations that run AI systems in production" },
  };
}

/** Where a page lies: the landing page, then the page itself. */
export function breadcrumbs(name: string, path: string): Thing {
  const trail = [
    { name: brand.name, path: "/" },
    { name, path },
  ];
  return {
    "@type": "BreadcrumbList",
    itemListElement: trail.map((step, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: step.name,
      item: origin + step.path,
    })),
  };
}
