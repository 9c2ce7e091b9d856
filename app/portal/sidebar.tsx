import { useState } from "react";
import { Link } from "react-router";
import { classNames } from "#app/ui/class-names.ts";
import { PanelLeftClose, PanelLeftOpen } from "#app/ui/icons.tsx";
import { Tooltip } from "#app/ui/overlays/tooltip.tsx";
import { type SectionId, sectionUrl } from "./section-url.ts";
import { type Section, sections } from "./sections.ts";

const STORAGE_KEY = "client_sidebar";
const COLLAPSED = "collapsed";

const ENTRY_CLASSES =
  "flex min-h-10 w-full items-center gap-3 rounded-small px-3 text-14 transition-colors pointer-coarse:min-h-11";

export function Sidebar({ current }: { current: SectionId }) {
  const [isCollapsed, setIsCollapsed] = useState(() => localStorage.getItem(STORAGE_KEY) === COLLAPSED);

  function toggle() {
    const willCollapse = !isCollapsed;
    setIsCollapsed(willCollapse);
    localStorage.setItem(STORAGE_KEY, willCollapse ? COLLAPSED : "open");
  }

  const toggleLabel = isCollapsed ? "Expand sidebar" : "Collapse sidebar";
  const ToggleIcon = isCollapsed ? PanelLeftOpen : PanelLeftClose;
  const toggleButton = (
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
  );

  return (
    <nav
      aria-label="Portal sections"
      className={classNames(
        "sticky top-16 hidden h-[calc(100dvh-4rem)] shrink-0 flex-col justify-between gap-4 overflow-y-auto border-line border-r p-3 lg:flex",
        isCollapsed ? "w-16" : "w-60",
      )}
    >
      <ul className="grid gap-1">
        {sections
          .filter((section) => section.isInSidebar)
          .map((section) => (
            <li key={section.id}>
              <SidebarLink {...{ section, isCollapsed }} isCurrent={section.id === current} />
            </li>
          ))}
      </ul>
      {isCollapsed ? (
        <Tooltip label={toggleLabel} side="right">
          {toggleButton}
        </Tooltip>
      ) : (
        toggleButton
      )}
    </nav>
  );
}

type SidebarLinkProps = { section: Section; isCollapsed: boolean; isCurrent: boolean };

function SidebarLink({ section, isCollapsed, isCurrent }: SidebarLinkProps) {
  const { id, label, icon: Icon } = section;
  const link = (
    <Link
      to={sectionUrl(id)}
      aria-current={isCurrent ? "page" : undefined}
      aria-label={isCollapsed ? label : undefined}
      className={classNames(
        ENTRY_CLASSES,
        isCurrent ? "bg-raised font-medium text-text" : "text-muted hover:bg-raised hover:text-text",
      )}
    >
      <Icon aria-hidden="true" className={classNames("size-4 shrink-0", isCurrent && "text-accent")} />
      {!isCollapsed && label}
    </Link>
  );
  return isCollapsed ? (
    <Tooltip label={label} side="right">
      {link}
    </Tooltip>
  ) : (
    link
  );
}
