import type { ComponentProps } from "react";

/** Sections of the landing page, in order. */
export const LANDING_SECTIONS = [
  { id: "home", label: "Home" },
  { id: "about", label: "About" },
  { id: "services", label: "Services" },
  { id: "contact", label: "Contact" },
] as const;
export type SectionId = (typeof LANDING_SECTIONS)[number]["id"];

type SectionLinkProps = Omit<ComponentProps<"a">, "href" | "role"> & {
  section: SectionId;
  /**
   * Gives the link the button role, because it scrolls the page. It remains a link so that it works without
   * scripts.
   */
  asButton?: boolean;
};

/**
 * Link to a section of the landing page. Scrolls to the section; from other pages, loads the landing page
 * first.
 */
export function SectionLink({ section, asButton = false, ...anchor }: SectionLinkProps) {
  return <a {...anchor} href={`/#${section}`} role={asButton ? "button" : undefined} />;
}
