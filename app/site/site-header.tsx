import { BLOG_URL } from "#app/site/firm-facts.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Menu, X } from "#app/ui/icons.tsx";
import { ThemeToggle } from "#app/ui/theme-toggle.tsx";
import { brand } from "#brand";
import { Wordmark } from "../components/wordmark.tsx";
import { LANDING_SECTIONS, SectionLink } from "./section-link.tsx";

/**
 * Page header. It is transparent at the top of the page, and opaque when the page is scrolled
 * (scripts/header.ts) or the menu is open.
 */
export function SiteHeader() {
  return (
    <header
      data-fixed-header=""
      data-opaque="false"
      className="group fixed inset-x-0 top-0 z-30 border-transparent border-b transition-colors has-[:popover-open]:border-line has-[:popover-open]:bg-page data-[opaque=true]:border-line data-[opaque=true]:bg-page"
    >
      <div className="mx-auto flex h-16 max-w-[75rem] items-center gap-2 px-4 sm:px-6">
        <a
          href="/"
          aria-label={`${brand.name}, home page`}
          className="mr-auto inline-flex min-h-10 items-center rounded-small"
        >
          <Wordmark />
        </a>
        <nav aria-label="Main" className="max-md:hidden">
          <MenuItems className="flex items-center" itemClassName="px-3" />
        </nav>
        <ThemeToggle />
        <ButtonLink to="/client-portal" className="max-md:hidden">
          Client Login
        </ButtonLink>
        <button
          type="button"
          data-menu-button=""
          popoverTarget="small-screen-menu"
          aria-label="Open menu"
          aria-expanded="false"
          className="grid size-11 place-items-center rounded-small text-muted transition-colors hover:bg-raised hover:text-text md:hidden"
        >
          <Menu aria-hidden="true" className="group-has-[:popover-open]:hidden" />
          <X aria-hidden="true" className="hidden group-has-[:popover-open]:block" />
        </button>
      </div>
      <nav
        id="small-screen-menu"
        data-menu=""
        popover="auto"
        aria-label="Menu"
        className="inset-auto top-16 m-0 max-h-[calc(100dvh-4rem)] w-full overflow-y-auto border-line border-b bg-page px-4 py-3 text-text md:hidden"
      >
        <MenuItems className="grid" itemClassName="min-h-11 w-full px-2" />
        <ButtonLink to="/client-portal" className="mt-3 w-full">
          Client Login
        </ButtonLink>
      </nav>
    </header>
  );
}

function MenuItems({ className, itemClassName }: { className: string; itemClassName: string }) {
  const linkClasses = classNames(
    "inline-flex min-h-10 items-center rounded-small text-14 text-muted transition-colors hover:bg-raised hover:text-text",
    itemClassName,
  );
  return (
    <ul className={className}>
      {LANDING_SECTIONS.map(({ id, label }) => (
        <li key={id}>
          <SectionLink asButton section={id} className={linkClasses}>
            {label}
          </SectionLink>
        </li>
      ))}
      <li>
        <a href={BLOG_URL} target="_blank" rel="noopener noreferrer" className={linkClasses}>
          Blog<span className="sr-only"> (opens in a new tab)</span>
        </a>
      </li>
    </ul>
  );
}
