import { Link } from "react-router";
import { classNames } from "#app/ui/class-names.ts";
import { type SectionId, sectionUrl } from "./section-url.ts";
import { PORTAL_SECTIONS } from "./sections.ts";

/** Navigation tabs on phones and tablets. */
export function BottomBar({ current }: { current: SectionId }) {
  return (
    <nav
      aria-label="Portal sections"
      data-fixed-footer
      className="fixed inset-x-0 bottom-0 z-20 border-line border-t bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      <ul className="mx-auto grid max-w-lg grid-cols-5">
        {PORTAL_SECTIONS.filter((section) => section.tab !== null).map(({ id, tab, icon: Icon }) => (
          <li key={id}>
            <Link
              to={sectionUrl(id)}
              aria-current={id === current ? "page" : undefined}
              className={classNames(
                "flex min-h-14 flex-col items-center justify-center gap-1 text-13 focus-visible:-outline-offset-2",
                id === current ? "font-medium text-accent" : "text-muted",
              )}
            >
              <Icon aria-hidden="true" className="size-5" />
              {tab}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
