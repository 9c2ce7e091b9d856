import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import { type SquareStatus, squareStatusQuery } from "#app/api/admin/square-connection.ts";
import { classNames } from "#app/ui/class-names.ts";
import { Plug } from "#app/ui/icons.tsx";
import { CountBadge } from "#app/ui/layout/count-badge.tsx";
import { SidebarLink, SidebarToggle } from "#app/ui/layout/sidebar-entry.tsx";
import { useMediaQuery } from "#app/ui/use-media-query.ts";
import { ADMIN_PAGE_GROUPS, ADMIN_PAGES, isCurrentPage } from "./admin-pages.ts";
import { usePageCounts } from "./use-page-counts.ts";

/** Local storage key for the sidebar's state. */
const STORAGE_KEY = "admin_sidebar";
const COLLAPSED = "collapsed";
/** The connection rarely changes, so navigating does not load it again. */
const STATUS_STALE_MS = 5 * 60_000;
/** Without a stored preference, the sidebar is collapsed on narrow screens, where tables need the space. */
const NARROW_SCREEN = "(width < 80rem)";

/** Navigation on wide screens. Phones use the menu in the header. */
export function Sidebar() {
  const [stored, setStored] = useState(() => localStorage.getItem(STORAGE_KEY));
  const isNarrow = useMediaQuery(NARROW_SCREEN);
  const isCollapsed = stored === null ? isNarrow : stored === COLLAPSED;
  const { pathname } = useLocation();
  const counts = usePageCounts();
  const navRef = useRef<HTMLElement>(null);
  // On short screens, the current page can be below the visible part of the list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current link depends on the path
  useEffect(() => {
    navRef.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [pathname]);

  function toggle() {
    const state = isCollapsed ? "open" : COLLAPSED;
    setStored(state);
    localStorage.setItem(STORAGE_KEY, state);
  }

  return (
    <div
      className={classNames(
        "sticky top-16 hidden h-[calc(100dvh-4rem)] shrink-0 flex-col gap-2 border-line border-r p-2 md:flex print:hidden",
        // Fits all pages on screens from 40rem high.
        "[@media(46rem<=height<50rem)]:[--sidebar-entry:2.25rem] [@media(height<46rem)]:gap-1 [@media(height<46rem)]:[--sidebar-entry:2rem]",
        isCollapsed ? "w-14" : "w-50",
      )}
    >
      {/* Only the pages scroll, so that the note and the button are always visible. */}
      <nav ref={navRef} aria-label="Admin pages" className="-m-1 min-h-0 flex-1 overflow-y-auto p-1">
        <ul className="grid gap-0.5">
          {ADMIN_PAGES.map((page) => {
            const pending = counts.get(page.path);
            return (
              <li
                key={page.path}
                className={
                  isFirstOfGroup(page)
                    ? "not-first:mt-1.5 not-first:border-line not-first:border-t not-first:pt-2 [@media(height<50rem)]:not-first:mt-0.5 [@media(height<50rem)]:not-first:pt-1"
                    : ""
                }
              >
                <SidebarLink
                  to={page.path}
                  label={page.label}
                  icon={page.icon}
                  isCollapsed={isCollapsed}
                  isCurrent={isCurrentPage(page.path, pathname)}
                  badge={pending && pending.count > 0 && <CountBadge {...pending} />}
                  hint={pending && pending.count > 0 && `${pending.count} ${pending.label}`}
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

function isFirstOfGroup(page: (typeof ADMIN_PAGES)[number]): boolean {
  return ADMIN_PAGE_GROUPS.some(([first]) => first === page);
}

/** The status of the connection to Square. Details are on the dashboard. */
function IntegrationNote() {
  const status = useQuery({ ...squareStatusQuery(), staleTime: STATUS_STALE_MS }).data;
  const isConnected = status?.connected === true;
  return (
    <aside aria-label="Integration" className="rounded-small border border-line text-13">
      <Link
        to="/admin/dashboard#square"
        className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-2 rounded-small px-3 py-2 text-muted hover:bg-raised hover:text-text"
      >
        <Plug
          aria-hidden="true"
          className={classNames("size-4", status && !isConnected ? "text-warning" : "text-accent")}
        />
        <span className="font-medium text-text [@media(height<50rem)]:sr-only">Integration</span>
        <span className="col-start-2">{getConnectionText(status)}</span>
      </Link>
    </aside>
  );
}

function getConnectionText(status: SquareStatus | undefined): string {
  if (!status) {
    return "Square";
  }
  if (status.connected) {
    return "Square connected";
  }
  return status.merchant_id ? "Reconnect Square" : "Connect Square";
}
