import { BrandLink } from "#app/components/brand-link.tsx";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { LogOut } from "#app/ui/icons.tsx";
import { ThemeToggle } from "#app/ui/theme-toggle.tsx";
import { brand } from "#brand";
import { ClientSwitcher } from "./access/client-switcher.tsx";
import type { ClientSwitch } from "./access/use-client-switch.ts";
import { AccountMenu } from "./account-menu.tsx";
import type { SectionId } from "./section-url.ts";
import type { Section } from "./sections.ts";
import type { UnreadCounts } from "./use-unread-counts.ts";

type PortalHeaderProps = {
  sections: readonly Section[];
  email: string;
  current: SectionId;
  unreadCounts: UnreadCounts;
  isSigningOut: boolean;
  onSignOut: () => void;
  clientSwitch: ClientSwitch | null;
};

export function PortalHeader({
  sections,
  email,
  current,
  unreadCounts,
  isSigningOut,
  onSignOut,
  clientSwitch,
}: PortalHeaderProps) {
  return (
    <header
      data-fixed-header
      className="sticky top-0 z-20 flex min-h-16 items-center justify-between gap-2 border-line sm:gap-4 border-b bg-page px-4 py-2 sm:px-6"
    >
      <div className="min-w-0">
        <BrandLink />
        <p
          className={classNames(
            "text-13 text-faint max-sm:tracking-tight min-[24rem]:max-sm:whitespace-nowrap",
            current !== "overview" && "max-sm:hidden",
          )}
        >
          Manage your {brand.name} services and account
        </p>
      </div>
      <div className="flex min-w-0 items-center gap-1 sm:gap-3">
        {clientSwitch && (
          <div className="hidden min-w-0 lg:block">
            <ClientSwitcher clientSwitch={clientSwitch} />
          </div>
        )}
        <p className="hidden max-w-64 truncate text-14 text-muted lg:block" title={email}>
          {email}
        </p>
        <ThemeToggle />
        <div className="hidden lg:block">
          <Button
            icon={<LogOut aria-hidden="true" className="size-4" />}
            busy={isSigningOut}
            onClick={onSignOut}
          >
            Logout
          </Button>
        </div>
        <div className="lg:hidden">
          <AccountMenu
            sections={sections}
            email={email}
            current={current}
            unreadCounts={unreadCounts}
            onSignOut={onSignOut}
            clientSwitch={clientSwitch}
          />
        </div>
      </div>
    </header>
  );
}
