import type { ReactElement } from "react";
import { Link } from "react-router";
import { classNames } from "#app/ui/class-names.ts";
import type { IconComponent } from "#app/ui/icon-svg.tsx";
import { PanelLeftClose, PanelLeftOpen } from "#app/ui/icons.tsx";
import { Tooltip } from "#app/ui/overlays/tooltip.tsx";

const ENTRY_CLASSES =
  "flex min-h-[var(--sidebar-entry,2.5rem)] w-full items-center gap-3 rounded-small px-3 text-14 transition-colors pointer-coarse:min-h-11";

type SidebarLinkProps = {
  to: string;
  label: string;
  icon: IconComponent;
  isCollapsed: boolean;
  isCurrent: boolean;
  /** Shown after the label. A collapsed sidebar shows a dot instead. */
  badge?: ReactElement | false;
  /** Explains the badge in a tooltip, such as "3 unread". The badge has the same text for screen readers. */
  hint?: string | false | undefined;
};

/** A link of a sidebar. A collapsed sidebar shows the icon, and the label as a tooltip. */
export function SidebarLink({
  to,
  label,
  icon: Icon,
  isCollapsed,
  isCurrent,
  badge,
  hint,
}: SidebarLinkProps) {
  return (
    <Tooltip label={isCollapsed ? (hint ? `${label}: ${hint}` : label) : hint} side="right">
      <Link
        to={to}
        aria-current={isCurrent ? "page" : undefined}
        className={classNames(
          "relative",
          ENTRY_CLASSES,
          isCurrent ? "bg-raised font-medium text-text" : "text-muted hover:bg-raised hover:text-text",
        )}
      >
        <Icon aria-hidden="true" className={classNames("size-4 shrink-0", isCurrent && "text-accent")} />
        {isCollapsed && badge && <NewsDot className="top-1.5 right-1.5" />}
        <span className={isCollapsed ? "sr-only" : "contents"}>
          {label}
          {badge}
        </span>
      </Link>
    </Tooltip>
  );
}

/**
 * Dot in the corner of an icon for unread or pending items. The position is relative to the closest positioned
 * ancestor.
 */
export function NewsDot({ className }: { className: string }) {
  return (
    <span aria-hidden="true" className={classNames("absolute size-2 rounded-full bg-accent", className)} />
  );
}

/** Button that collapses and expands a sidebar. */
export function SidebarToggle({ isCollapsed, onToggle }: { isCollapsed: boolean; onToggle: () => void }) {
  const label = isCollapsed ? "Expand sidebar" : "Collapse sidebar";
  const Icon = isCollapsed ? PanelLeftOpen : PanelLeftClose;
  return (
    <Tooltip label={isCollapsed && label} side="right">
      <button
        type="button"
        aria-label={label}
        aria-expanded={!isCollapsed}
        onClick={onToggle}
        className={classNames(ENTRY_CLASSES, "text-muted hover:bg-raised hover:text-text")}
      >
        <Icon aria-hidden="true" className="size-4 shrink-0" />
        {!isCollapsed && <span>Collapse</span>}
      </button>
    </Tooltip>
  );
}
