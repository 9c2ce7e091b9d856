import { socialLinks } from "#app/site/firm-facts.ts";
import { brand } from "#brand";
import type { Service } from "#domain/firm/service.ts";
import { BOOKING_PATH } from "#domain/scheduling/booking-pages.ts";
import { origin } from "./origin.ts";
import { servicePath } from "./service-path.ts";

/** A schema.org node. */
export type StructuredDataNode = { "@type": string } & Record<string, unknown>;

const ORGANIZATION_ID = `${origin}/#organization`;

/** Combines nodes into one JSON-LD document. */
export function buildGraph(nodes: readonly StructuredDataNode[]) {
  return { "@context": "https://schema.org", "@graph": [...nodes] };
}

/** Returns the firm's node. Only the landing page includes it; other pages reference it by id. */
export function createOrganizationNode(): StructuredDataNode {
  return {
    "@type": "Organization",
    "@id": ORGANIZATION_ID,
    name: brand.name,
    description: brand.description,
    url: `${origin}/`,
    logo: `${origin}/icon-512.png`,
    email: brand.contactEmail,
    sameAs: socialLinks.map(({ url }) => url),
    contactPoint: {
      "@type": "ContactPoint",
      contactType: "sales",
      email: brand.contactEmail,
      url: `${origin}/#contact`,
      availableLanguage: "en",
    },
    potentialAction: {
      "@type": "ReserveAction",
      name: "Book a free consultation",
      target: origin + BOOKING_PATH,
    },
  };
}

export function createServiceNode(service: Service, description: string): StructuredDataNode {
  return {
    "@type": "Service",
    "@id": `${origin}${servicePath(service)}#service`,
    name: service,
    serviceType: service,
    description,
    url: origin + servicePath(service),
    provider: { "@type": "Organization", "@id": ORGANIZATION_ID, name: brand.name, url: `${origin}/` },
    audience: { "@type": "BusinessAudience", name: "Organizations that run AI systems in production" },
  };
}

/** Returns the breadcrumb trail from the landing page to this page. */
export function createBreadcrumbNode(name: string, path: string): StructuredDataNode {
  const items = [
    { name: brand.name, path: "/" },
    { name, path },
  ];
  return {
    "@type": "BreadcrumbList",
    itemListElement: items.map((step, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: step.name,
      item: origin + step.path,
    })),
  };
}
