import { Link } from "react-router";
import { classNames } from "#app/ui/class-names.ts";
import { CountBadge } from "#app/ui/layout/count-badge.tsx";
import { Dialog } from "#app/ui/overlays/dialog.tsx";
import { type SectionId, sectionUrl } from "./section-url.ts";
import type { Section } from "./sections.ts";
import { getCountLabel, type UnreadCounts } from "./use-unread-counts.ts";

type MoreSheetProps = {
  sections: readonly Section[];
  current: SectionId;
  unreadCounts: UnreadCounts;
  onClose: () => void;
};

/** Sheet with the sections that are not in the bottom bar. */
export function MoreSheet({ sections, current, unreadCounts, onClose }: MoreSheetProps) {
  return (
    <Dialog open title="More" onClose={onClose}>
      <nav aria-label="More sections" className="-mx-3 pb-[env(safe-area-inset-bottom)]">
        <ul className="grid gap-1">
          {sections.map(({ id, label, icon: Icon }) => (
            <li key={id}>
              <Link
                to={sectionUrl(id)}
                aria-current={id === current ? "page" : undefined}
                onClick={onClose}
                className={classNames(
                  "flex min-h-12 items-center gap-4 rounded-small px-3 text-16 hover:bg-raised focus-visible:-outline-offset-2",
                  id === current && "bg-raised font-medium",
                )}
              >
                <Icon
                  aria-hidden="true"
                  className={classNames("size-5 shrink-0", id === current ? "text-accent" : "text-muted")}
                />
                {label}
                <CountBadge count={unreadCounts[id] ?? 0} label={getCountLabel(id)} />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </Dialog>
  );
}
