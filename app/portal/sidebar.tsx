import { useState } from "react";
import { classNames } from "#app/ui/class-names.ts";
import { SidebarLink, SidebarToggle } from "#app/ui/layout/sidebar-entry.tsx";
import { type SectionId, sectionUrl } from "./section-url.ts";
import { PORTAL_SECTIONS } from "./sections.ts";

const STORAGE_KEY = "client_sidebar";
const COLLAPSED = "collapsed";

export function Sidebar({ current }: { current: SectionId }) {
  const [isCollapsed, setIsCollapsed] = useState(() => localStorage.getItem(STORAGE_KEY) === COLLAPSED);

  function toggle() {
    const willCollapse = !isCollapsed;
    setIsCollapsed(willCollapse);
    localStorage.setItem(STORAGE_KEY, willCollapse ? COLLAPSED : "open");
  }

  return (
    <nav
      aria-label="Portal sections"
      className={classNames(
        "sticky top-16 hidden h-[calc(100dvh-4rem)] shrink-0 flex-col justify-between gap-4 overflow-y-auto border-line border-r p-3 lg:flex",
        isCollapsed ? "w-16" : "w-60",
      )}
    >
      <ul className="grid gap-1">
        {PORTAL_SECTIONS.filter((section) => section.isInSidebar).map((section) => (
          <li key={section.id}>
            <SidebarLink
              to={sectionUrl(section.id)}
              label={section.label}
              icon={section.icon}
              isCollapsed={isCollapsed}
              isCurrent={section.id === current}
            />
          </li>
        ))}
      </ul>
      <SidebarToggle isCollapsed={isCollapsed} onToggle={toggle} />
    </nav>
  );
}
