import type { MetaFunction } from "react-router";
import { brand } from "#brand";
import { fitTitle, pageMeta } from "../page-meta.ts";
import { SERVICE_CARDS } from "../services/service-cards.ts";
import { createOrganizationNode, createServiceNode } from "../structured-data.ts";
import { About } from "./about.tsx";
import { Contact } from "./contact.tsx";
import { HEADLINE, Hero } from "./hero.tsx";
import { Services } from "./services.tsx";

export const meta: MetaFunction = () =>
  pageMeta({
    title: fitTitle(
      `${brand.name} – AI security assessment, governance and engineering`,
      `${brand.name} – AI security`,
    ),
    description: brand.description,
    path: "/",
    previewText: HEADLINE,
    structuredData: [
      createOrganizationNode(),
      ...SERVICE_CARDS.map(({ title, description }) => createServiceNode(title, description)),
    ],
  });

export default function Landing() {
  return (
    <>
      <Hero />
      <About />
      <Services />
      <Contact />
    </>
  );
}
