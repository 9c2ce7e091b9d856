import { Menu, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { ButtonLink, IconButton } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { ThemeToggle } from "#app/ui/theme-toggle.tsx";
import { brand } from "#brand";
import { SectionLink, sections } from "./section-link.tsx";
import { useIsScrolled } from "./use-is-scrolled.ts";
import { Wordmark } from "./wordmark.tsx";

const entry =
  "inline-flex min-h-10 items-center rounded-small px-3 text-14 text-muted transition-colors hover:bg-raised hover:text-text";

/** Stands over the page: transparent at its top, opaque once it is scrolled or its menu is open. */
export function SiteHeader() {
  const isScrolled = useIsScrolled();
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const menuButton = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!isMenuOpen) return;
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setIsMenuOpen(false);
      menuButton.current?.focus();
    };
    document.addEventListener("keydown", closeOnEscape);
    return () => document.removeEventListener("keydown", closeOnEscape);
  }, [isMenuOpen]);

  return (
    <header
      data-fixed-header=""
      data-opaque={isScrolled || isMenuOpen}
      className={classNames(
        "fixed inset-x-0 top-0 z-30 border-b transition-colors",
        isScrolled || isMenuOpen ? "border-line bg-page" : "border-transparent bg-transparent",
      )}
    >
      <div className="mx-auto flex h-16 max-w-[75rem] items-center gap-2 px-4 sm:px-6">
        <Link to="/" aria-label={`${brand.name}, home page`} className="mr-auto inline-flex min-h-10 items-center rounded-small">
          <Wordmark />
        </Link>
        <nav aria-label="Main" className="hidden md:block">
          <MenuEntries className="flex items-center" />
        </nav>
        <ThemeToggle />
        <ButtonLink to="/client-portal" className="max-md:hidden">
          Client Login
        </ButtonLink>
        <IconButton
          ref={menuButton}
          label={isMenuOpen ? "Close menu" : "Open menu"}
          aria-expanded={isMenuOpen}
          aria-controls="small-screen-menu"
          onClick={() => setIsMenuOpen(!isMenuOpen)}
          className="needs-script size-11 md:hidden"
        >
          {isMenuOpen ? <X aria-hidden="true" /> : <Menu aria-hidden="true" />}
        </IconButton>
      </div>
      <nav
        id="small-screen-menu"
        aria-label="Menu"
        hidden={!isMenuOpen}
        className="max-h-[calc(100dvh-4rem)] overflow-y-auto border-line border-t px-4 py-3 md:hidden"
      >
        <MenuEntries className="grid" onChoice={() => setIsMenuOpen(false)} />
        <ButtonLink to="/client-portal" className="mt-3 w-full" onClick={() => setIsMenuOpen(false)}>
          Client Login
        </ButtonLink>
      </nav>
    </header>
  );
}

function MenuEntries({ className, onChoice }: { className: string; onChoice?: () => void }) {
  return (
    <ul className={className}>
      {sections.map(({ id, label }) => (
        <li key={id}>
          <SectionLink
            asButton
            section={id}
            onClick={onChoice}
            className={classNames(entry, "max-md:min-h-11 max-md:w-full")}
          >
            {label}
          </SectionLink>
        </li>
      ))}
      <li>
        <a
          href={brand.blogUrl}
          target="_blank"
          rel="noopener noreferrer"
          onClick={onChoice}
          className={classNames(entry, "max-md:min-h-11 max-md:w-full")}
        >
          Blog<span className="sr-only"> (opens in a new tab)</span>
        </a>
      </li>
    </ul>
  );
}
