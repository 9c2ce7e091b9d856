import { useState } from "react";
import { Link } from "react-router";
import { classNames } from "#app/ui/class-names.ts";
import type { IconComponent } from "#app/ui/icon-svg.tsx";
import { Ellipsis } from "#app/ui/icons.tsx";
import { CountBadge } from "#app/ui/layout/count-badge.tsx";
import { MoreSheet } from "./more-sheet.tsx";
import { type SectionId, sectionUrl } from "./section-url.ts";
import type { Section } from "./sections.ts";
import { arrangeTabs } from "./tabs.ts";
import { getCountLabel, type UnreadCounts } from "./use-unread-counts.ts";

type BottomBarProps = { sections: readonly Section[]; current: SectionId; unreadCounts: UnreadCounts };

/** Navigation on phones and tablets: five tabs, and a sheet with all other sections. */
export function BottomBar({ sections, current, unreadCounts }: BottomBarProps) {
  const [isMoreOpen, setIsMoreOpen] = useState(false);
  const { tabs, others } = arrangeTabs(sections);
  const isOtherCurrent = others.some(({ id }) => id === current);
  const otherCount = others.reduce((sum, { id }) => sum + (unreadCounts[id] ?? 0), 0);
  return (
    <nav
      aria-label="Portal sections"
      data-fixed-footer
      className="fixed inset-x-0 bottom-0 z-20 border-line border-t bg-surface pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)] lg:hidden"
    >
      <ul className="mx-auto grid min-h-14 max-w-lg auto-cols-fr grid-flow-col">
        {tabs.map(({ id, tab, icon }) => (
          <li key={id}>
            <Link
              to={sectionUrl(id)}
              aria-current={id === current ? "page" : undefined}
              className={tabClasses(id === current)}
            >
              <TabContent icon={icon} label={tab} count={unreadCounts[id]} countLabel={getCountLabel(id)} />
            </Link>
          </li>
        ))}
        {others.length > 0 && (
          <li>
            <button
              type="button"
              aria-haspopup="dialog"
              aria-expanded={isMoreOpen}
              aria-current={isOtherCurrent || undefined}
              onClick={() => setIsMoreOpen(true)}
              className={tabClasses(isOtherCurrent)}
            >
              <TabContent
                icon={Ellipsis}
                label="More"
                count={otherCount}
                countLabel="unread or waiting for your decision"
              />
            </button>
          </li>
        )}
      </ul>
      {isMoreOpen && (
        <MoreSheet
          sections={others}
          current={current}
          unreadCounts={unreadCounts}
          onClose={() => setIsMoreOpen(false)}
        />
      )}
    </nav>
  );
}

type TabContentProps = { icon: IconComponent; label: string; count: number | undefined; countLabel: string };

function TabContent({ icon: Icon, label, count = 0, countLabel }: TabContentProps) {
  return (
    <>
      <span className="order-2">{label}</span>
      {/* The icon is centered. A count moves it to the left, to stay clear of the screen edge and the icon. */}
      <span
        className={classNames("grid w-full grid-cols-[minmax(0,1fr)_auto_1fr]", count > 0 ? "pr-2.5" : null)}
      >
        <Icon aria-hidden="true" className="col-start-2 size-5" />
        <span className="-mt-1 flex self-start justify-self-start leading-4.5">
          <CountBadge count={count} label={countLabel} />
        </span>
      </span>
    </>
  );
}

function tabClasses(isCurrent: boolean): string {
  return classNames(
    "relative flex min-h-14 w-full flex-col items-center justify-center gap-1 text-13 focus-visible:-outline-offset-2 max-[24rem]:tracking-tight",
    isCurrent ? "font-medium text-accent" : "text-muted",
  );
}
