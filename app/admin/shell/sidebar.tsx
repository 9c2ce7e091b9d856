import { type ReactElement, useState } from "react";
import { Link, useLocation } from "react-router";
import { classNames } from "#app/ui/class-names.ts";
import { type IconComponent, PanelLeftClose, PanelLeftOpen, Plug } from "#app/ui/icons.tsx";
import { Tooltip } from "#app/ui/overlays/tooltip.tsx";
import { ADMIN_PAGES, isCurrentPage, MESSAGES_PATH } from "./admin-pages.ts";
import { UnreadBadge } from "./unread-badge.tsx";

/** Local storage key for the sidebar's state. */
const STORAGE_KEY = "admin_sidebar";
const COLLAPSED = "collapsed";
/** Without a stored choice, the sidebar starts collapsed on narrow screens, where tables need the space. */
const NARROW_SCREEN = "(width < 88rem)";

const ENTRY_CLASSES =
  "flex min-h-10 w-full items-center gap-3 rounded-small px-3 text-14 transition-colors pointer-coarse:min-h-11";

/** Navigation on wide screens. Phones use the menu in the header. */
export function Sidebar() {
  const [isCollapsed, setIsCollapsed] = useState(isInitiallyCollapsed);
  const { pathname } = useLocation();

  function toggle() {
    setIsCollapsed(!isCollapsed);
    localStorage.setItem(STORAGE_KEY, isCollapsed ? "open" : COLLAPSED);
  }

  const toggleLabel = isCollapsed ? "Expand sidebar" : "Collapse sidebar";
  const ToggleIcon = isCollapsed ? PanelLeftOpen : PanelLeftClose;
  return (
    <div
      className={classNames(
        "sticky top-16 hidden h-[calc(100dvh-4rem)] shrink-0 flex-col gap-4 overflow-y-auto border-line border-r p-3 md:flex",
        isCollapsed ? "w-16" : "w-60",
      )}
    >
      <nav aria-label="Admin pages" className="flex-1">
        <ul className="grid gap-1">
          {ADMIN_PAGES.map((page) => (
            <li key={page.path}>
              <SidebarLink
                {...page}
                isCollapsed={isCollapsed}
                isCurrent={isCurrentPage(page.path, pathname)}
              />
            </li>
          ))}
        </ul>
      </nav>
      {!isCollapsed && <IntegrationNote />}
      <CollapsedTooltip label={toggleLabel} isCollapsed={isCollapsed}>
        <button
          type="button"
          aria-label={toggleLabel}
          aria-expanded={!isCollapsed}
          onClick={toggle}
          className={classNames(ENTRY_CLASSES, "text-muted hover:bg-raised hover:text-text")}
        >
          <ToggleIcon aria-hidden="true" className="size-4 shrink-0" />
          {!isCollapsed && <span>Collapse</span>}
        </button>
      </CollapsedTooltip>
    </div>
  );
}

function isInitiallyCollapsed(): boolean {
  const stored = localStorage.getItem(STORAGE_KEY);
  return stored === null ? window.matchMedia(NARROW_SCREEN).matches : stored === COLLAPSED;
}

type SidebarLinkProps = {
  path: string;
  label: string;
  icon: IconComponent;
  isCollapsed: boolean;
  isCurrent: boolean;
};

function SidebarLink({ path, label, icon: Icon, isCollapsed, isCurrent }: SidebarLinkProps) {
  return (
    <CollapsedTooltip label={label} isCollapsed={isCollapsed}>
      <Link
        to={path}
        aria-current={isCurrent ? "page" : undefined}
        aria-label={isCollapsed ? label : undefined}
        className={classNames(
          ENTRY_CLASSES,
          isCurrent ? "bg-raised font-medium text-text" : "text-muted hover:bg-raised hover:text-text",
        )}
      >
        <Icon aria-hidden="true" className={classNames("size-4 shrink-0", isCurrent && "text-accent")} />
        {!isCollapsed && label}
        {!isCollapsed && path === MESSAGES_PATH && <UnreadBadge />}
      </Link>
    </CollapsedTooltip>
  );
}

function CollapsedTooltip(props: {
  label: string;
  isCollapsed: boolean;
  children: ReactElement<Record<string, unknown>>;
}) {
  if (!props.isCollapsed) {
    return props.children;
  }
  return (
    <Tooltip label={props.label} side="right">
      {props.children}
    </Tooltip>
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
        Invoices and payments come from Square. Connect Square and sync from the{" "}
        <Link to="/admin/dashboard#square" className="text-accent underline underline-offset-4">
          dashboard
        </Link>
        .
      </p>
    </aside>
  );
}
