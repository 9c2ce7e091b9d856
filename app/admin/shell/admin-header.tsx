import { useState } from "react";
import { signOut } from "#app/auth/sessions/sign-out.ts";
import { BrandLink } from "#app/components/brand-link.tsx";
import { Button, IconButton } from "#app/ui/button.tsx";
import { Tag } from "#app/ui/feedback/badge.tsx";
import { LogOut, Menu as MenuIcon } from "#app/ui/icons.tsx";
import { CountBadge } from "#app/ui/layout/count-badge.tsx";
import { NewsDot } from "#app/ui/layout/sidebar-entry.tsx";
import { Menu } from "#app/ui/overlays/menu.tsx";
import { ThemeToggle } from "#app/ui/theme-toggle.tsx";
import { ADMIN_PAGES } from "./admin-pages.ts";
import { QuickActions } from "./quick-actions.tsx";
import { usePageCounts } from "./use-page-counts.ts";

export function AdminHeader({ email }: { email: string }) {
  const [isSigningOut, setIsSigningOut] = useState(false);

  async function logOut() {
    setIsSigningOut(true);
    // The layout then redirects to the login page.
    await signOut("admin");
  }

  return (
    <header
      data-fixed-header
      className="sticky top-0 z-20 flex min-h-16 items-center justify-between gap-3 border-line border-b bg-page px-4 py-2 sm:px-6"
    >
      <div className="flex min-w-0 items-center gap-3">
        <PageMenu />
        <BrandLink isCompact />
        <span className="max-[21.25rem]:hidden">
          <Tag>ADMIN</Tag>
        </span>
      </div>
      <div className="flex items-center gap-1 sm:gap-3">
        <p className="hidden max-w-64 truncate text-14 text-muted lg:block" title={email}>
          {email}
        </p>
        <QuickActions />
        <ThemeToggle />
        <Button
          icon={<LogOut aria-hidden="true" className="size-5 sm:size-4" />}
          busy={isSigningOut}
          onClick={logOut}
          // An icon button on phones, like the others.
          className="max-sm:size-10 max-sm:border-transparent max-sm:bg-transparent max-sm:px-0 max-sm:text-muted max-sm:hover:bg-raised max-sm:pointer-coarse:size-11"
        >
          <span className="max-sm:sr-only">Logout</span>
        </Button>
      </div>
    </header>
  );
}

/** Menu with the sidebar's entries, for phones. */
function PageMenu() {
  const counts = usePageCounts();
  const hasPendingWork = [...counts.values()].some(({ count }) => count > 0);
  return (
    <div className="-ml-2 md:hidden">
      <Menu
        trigger={
          <IconButton label={hasPendingWork ? "Menu, with pending work" : "Menu"}>
            <span className="relative">
              <MenuIcon aria-hidden="true" className="size-5" />
              {hasPendingWork && <NewsDot className="-top-0.5 -right-0.5" />}
            </span>
          </IconButton>
        }
        entries={ADMIN_PAGES.map(({ path, label, icon: Icon }) => ({
          to: path,
          label,
          icon: <Icon aria-hidden="true" className="size-4 text-muted" />,
          badge: <CountBadge {...(counts.get(path) ?? { count: 0, label: "" })} />,
        }))}
      />
    </div>
  );
}
