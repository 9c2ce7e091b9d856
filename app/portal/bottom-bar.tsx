import { Link } from "react-router";
import { classNames } from "#app/ui/class-names.ts";
import { type SectionId, sectionUrl } from "./section-url.ts";
import type { Section } from "./sections.ts";

/** Navigation tabs on phones and tablets. */
export function BottomBar({ sections, current }: { sections: readonly Section[]; current: SectionId }) {
  const tabs = sections.filter((section) => section.tab !== null);
  return (
    <nav
      aria-label="Portal sections"
      data-fixed-footer
      className="fixed inset-x-0 bottom-0 z-20 border-line border-t bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      <ul className="mx-auto grid min-h-14 max-w-lg auto-cols-fr grid-flow-col">
        {tabs.map(({ id, tab, icon: Icon }) => (
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
