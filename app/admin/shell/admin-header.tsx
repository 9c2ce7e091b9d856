import { LogOut, Menu as MenuIcon } from "lucide-react";
import { useState } from "react";
import { signOut } from "#app/auth/sessions/sign-out.ts";
import { BrandLink } from "#app/components/brand-link.tsx";
import { Mark } from "#app/ui/badge.tsx";
import { Button, IconButton } from "#app/ui/button.tsx";
import { Menu } from "#app/ui/menu.tsx";
import { ThemeToggle } from "#app/ui/theme-toggle.tsx";
import { adminPages } from "./admin-pages.ts";
import { QuickWays } from "./quick-ways.tsx";

export function AdminHeader({ email }: { email: string }) {
  const [isSigningOut, setIsSigningOut] = useState(false);

  async function leave() {
    setIsSigningOut(true);
    // The frame around this header then leads to the login.
    await signOut("admin");
  }

  return (
    <header
      data-fixed-header
      className="sticky top-0 z-20 flex min-h-16 items-center justify-between gap-3 border-line border-b bg-page px-4 py-2 sm:px-6"
    >
      <div className="flex min-w-0 items-center gap-3">
        <div className="-ml-2 md:hidden">
          <Menu
            trigger={
              <IconButton label="Menu">
                <MenuIcon aria-hidden="true" className="size-5" />
              </IconButton>
            }
            entries={adminPages.map(({ path, label, icon: Icon }) => ({
              to: path,
              label,
              icon: <Icon aria-hidden="true" className="size-4 text-muted" />,
            }))}
          />
        </div>
        <BrandLink />
        <Mark>ADMIN</Mark>
      </div>
      <div className="flex items-center gap-1 sm:gap-3">
        <p className="hidden max-w-64 truncate text-14 text-muted lg:block" title={email}>
          {email}
        </p>
        <QuickWays />
        <ThemeToggle />
        <Button
          icon={<LogOut aria-hidden="true" className="size-4 max-sm:hidden" />}
          busy={isSigningOut}
          onClick={leave}
        >
          Logout
        </Button>
      </div>
    </header>
  );
}
