import { useState } from "react";
import { Link, useLocation } from "react-router";
import { classNames } from "#app/ui/class-names.ts";
import { Plug } from "#app/ui/icons.tsx";
import { CountBadge } from "#app/ui/layout/count-badge.tsx";
import { SidebarLink, SidebarToggle } from "#app/ui/layout/sidebar-entry.tsx";
import { useMediaQuery } from "#app/ui/use-media-query.ts";
import { ADMIN_PAGES, isCurrentPage } from "./admin-pages.ts";
import { usePageCounts } from "./use-page-counts.ts";

/** Local storage key for the sidebar's state. */
const STORAGE_KEY = "admin_sidebar";
const COLLAPSED = "collapsed";
/** Without a stored preference, the sidebar is collapsed on narrow screens, where tables need the space. */
const NARROW_SCREEN = "(width < 84rem)";

/** Navigation on wide screens. Phones use the menu in the header. */
export function Sidebar() {
  const [stored, setStored] = useState(() => localStorage.getItem(STORAGE_KEY));
  const isNarrow = useMediaQuery(NARROW_SCREEN);
  const isCollapsed = stored === null ? isNarrow : stored === COLLAPSED;
  const { pathname } = useLocation();
  const counts = usePageCounts();

  function toggle() {
    const state = isCollapsed ? "open" : COLLAPSED;
    setStored(state);
    localStorage.setItem(STORAGE_KEY, state);
  }

  return (
    <div
      className={classNames(
        "sticky top-16 hidden h-[calc(100dvh-4rem)] shrink-0 flex-col gap-4 overflow-y-auto border-line border-r p-2 md:flex print:hidden",
        isCollapsed ? "w-14" : "w-50",
      )}
    >
      <nav aria-label="Admin pages" className="flex-1">
        <ul className="grid gap-1">
          {ADMIN_PAGES.map((page) => {
            const pending = counts.get(page.path);
            return (
              <li key={page.path}>
                <SidebarLink
                  to={page.path}
                  label={page.label}
                  icon={page.icon}
                  isCollapsed={isCollapsed}
                  isCurrent={isCurrentPage(page.path, pathname)}
                  badge={pending && pending.count > 0 && <CountBadge {...pending} />}
                />
              </li>
            );
          })}
        </ul>
      </nav>
      {!isCollapsed && <IntegrationNote />}
      <SidebarToggle isCollapsed={isCollapsed} onToggle={toggle} />
    </div>
  );
}

function IntegrationNote() {
  return (
    <aside aria-label="Integration" className="rounded-small border border-line p-3 text-13 text-muted">
      <p className="mb-1 flex items-center gap-2 font-medium text-text">
        <Plug aria-hidden="true" className="size-4 text-accent" />
        Integration
      </p>
      <p>
        Invoices and payments come from Square. Manage the connection and sync on the{" "}
        <Link to="/admin/dashboard#square" className="text-accent underline underline-offset-4">
          dashboard
        </Link>
        .
      </p>
    </aside>
  );
}
