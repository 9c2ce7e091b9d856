import type { ComponentProps, KeyboardEvent, MouseEvent } from "react";
import { Link, useLocation, useNavigate } from "react-router";

/** The sections of the landing page, in order. */
export const sections = [
  { id: "home", label: "Home" },
  { id: "about", label: "About" },
  { id: "services", label: "Services" },
  { id: "contact", label: "Contact" },
] as const;
export type SectionId = (typeof sections)[number]["id"];

type SectionLinkProps = Omit<ComponentProps<"a">, "href"> & {
  section: SectionId;
  /** For what reads as a button: a control that moves the page, though a link carries it. */
  asButton?: boolean;
};

/**
 * Goes to a section of the landing page: smoothly when the page is already there, through `/#section` from
 * elsewhere and where scripts do not run. The keyboard goes along.
 */
export function SectionLink({ section, asButton = false, onClick, ...anchor }: SectionLinkProps) {
  const { pathname } = useLocation();
  const navigate = useNavigate();

  const go = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const target = document.getElementById(section);
    const wantsNewTab = event.metaKey || event.ctrlKey || event.shiftKey;
    if (pathname !== "/" || !target || wantsNewTab) return;
    event.preventDefault();
    navigate(section === "home" ? "/" : `/#${section}`, { preventScrollReset: true });
    scrollSmoothlyTo(target);
  };
  const pressOnSpace = (event: KeyboardEvent<HTMLAnchorElement>) => {
    if (event.key !== " ") return;
    event.preventDefault();
    event.currentTarget.click();
  };

  return (
    <Link
      {...anchor}
      to={section === "home" ? "/" : `/#${section}`}
      role={asButton ? "button" : undefined}
      onKeyDown={asButton ? pressOnSpace : undefined}
      onClick={go}
    />
  );
}

function scrollSmoothlyTo(section: HTMLElement) {
  const prefersStillness = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  section.focus({ preventScroll: true });
  section.scrollIntoView({ behavior: prefersStillness ? "instant" : "smooth", block: "start" });
}
