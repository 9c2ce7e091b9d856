import { useState } from "react";
import { classNames } from "#app/ui/class-names.ts";
import { CountBadge } from "#app/ui/layout/count-badge.tsx";
import { SidebarLink, SidebarToggle } from "#app/ui/layout/sidebar-entry.tsx";
import { useMediaQuery } from "#app/ui/use-media-query.ts";
import { type SectionId, sectionUrl } from "./section-url.ts";
import type { Section } from "./sections.ts";
import { getCountLabel, type UnreadCounts } from "./use-unread-counts.ts";

const STORAGE_KEY = "client_sidebar";
const COLLAPSED = "collapsed";
/** Without a stored preference, the sidebar is collapsed on narrow screens, where tables need the space. */
const NARROW_SCREEN = "(width < 75rem)";

type SidebarProps = { sections: readonly Section[]; current: SectionId; unreadCounts: UnreadCounts };

export function Sidebar({ sections, current, unreadCounts }: SidebarProps) {
  const [stored, setStored] = useState(() => localStorage.getItem(STORAGE_KEY));
  const isNarrow = useMediaQuery(NARROW_SCREEN);
  const isCollapsed = stored === null ? isNarrow : stored === COLLAPSED;

  function toggle() {
    const state = isCollapsed ? "open" : COLLAPSED;
    setStored(state);
    localStorage.setItem(STORAGE_KEY, state);
  }

  const renderSection = ({ id, label, icon }: Section) => (
    <li key={id}>
      <SidebarLink
        to={sectionUrl(id)}
        label={label}
        icon={icon}
        isCollapsed={isCollapsed}
        isCurrent={id === current}
        badge={
          (unreadCounts[id] ?? 0) > 0 && (
            <CountBadge count={unreadCounts[id] ?? 0} label={getCountLabel(id)} />
          )
        }
      />
    </li>
  );

  return (
    <nav
      aria-label="Portal sections"
      className={classNames(
        "sticky top-16 hidden h-[calc(100dvh-4rem)] shrink-0 flex-col justify-between gap-4 overflow-y-auto border-line border-r p-3 lg:flex",
        isCollapsed ? "w-16" : "w-60",
      )}
    >
      <div>
        <ul className="grid gap-1">
          {sections.filter((section) => !section.isSecondary).map(renderSection)}
        </ul>
        <ul className="mt-3 grid gap-1 border-line border-t pt-3">
          {sections.filter((section) => section.isSecondary).map(renderSection)}
        </ul>
      </div>
      <SidebarToggle isCollapsed={isCollapsed} onToggle={toggle} />
    </nav>
  );
}
