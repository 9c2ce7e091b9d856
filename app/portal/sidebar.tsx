import { useState } from "react";
import { classNames } from "#app/ui/class-names.ts";
import { CountBadge } from "#app/ui/layout/count-badge.tsx";
import { SidebarLink, SidebarToggle } from "#app/ui/layout/sidebar-entry.tsx";
import { type SectionId, sectionUrl } from "./section-url.ts";
import type { Section } from "./sections.ts";
import { getCountLabel, type UnreadCounts } from "./use-unread-counts.ts";

const STORAGE_KEY = "client_sidebar";
const COLLAPSED = "collapsed";

type SidebarProps = { sections: readonly Section[]; current: SectionId; unreadCounts: UnreadCounts };

export function Sidebar({ sections, current, unreadCounts }: SidebarProps) {
  const [isCollapsed, setIsCollapsed] = useState(() => localStorage.getItem(STORAGE_KEY) === COLLAPSED);

  function toggle() {
    const willCollapse = !isCollapsed;
    setIsCollapsed(willCollapse);
    localStorage.setItem(STORAGE_KEY, willCollapse ? COLLAPSED : "open");
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
