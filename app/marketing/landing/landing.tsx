import type { MetaFunction } from "react-router";
import { brand } from "#brand";
import { pageMeta } from "../page-meta.ts";
import { About } from "./about.tsx";
import { Contact } from "./contact.tsx";
import { Hero } from "./hero.tsx";
import { Services } from "./services.tsx";

export const meta: MetaFunction = () =>
  pageMeta({
    title: `${brand.name} – AI security assessment, governance and engineering`,
    description: brand.description,
    path: "/",
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
