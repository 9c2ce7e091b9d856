import type { ComponentProps } from "react";

/** The sections of the landing page, in order. */
export const sections = [
  { id: "home", label: "Home" },
  { id: "about", label: "About" },
  { id: "services", label: "Services" },
  { id: "contact", label: "Contact" },
] as const;
export type SectionId = (typeof sections)[number]["id"];

type SectionLinkProps = Omit<ComponentProps<"a">, "href" | "role"> & {
  section: SectionId;
  /** For what reads as a button: it moves the page, though a link carries it, which works without scripts. */
  asButton?: boolean;
};

/** Leads to a section of the landing page: smoothly when the page is already there, by its address from elsewhere. */
export function SectionLink({ section, asButton = false, ...anchor }: SectionLinkProps) {
  return <a {...anchor} href={`/#${section}`} role={asButton ? "button" : undefined} />;
}
