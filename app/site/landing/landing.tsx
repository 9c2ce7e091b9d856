import type { MetaFunction } from "react-router";
import { brand } from "#brand";
import { fittingTitle, pageMeta } from "../page-meta.ts";
import { servicesOffered } from "../services/services-offered.ts";
import { organization, serviceOffered } from "../structured-data.ts";
import { About } from "./about.tsx";
import { Contact } from "./contact.tsx";
import { HEADLINE, Hero } from "./hero.tsx";
import { Services } from "./services.tsx";

export const meta: MetaFunction = () =>
  pageMeta({
    title: fittingTitle(
      `${brand.name} – AI security assessment, governance and engineering`,
      `${brand.name} – AI security`,
    ),
    description: brand.description,
    path: "/",
    preview: HEADLINE,
    things: [
      organization(),
      ...servicesOffered.map(({ title, description }) => serviceOffered(title, description)),
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
