import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";
import { PageHeading } from "./page-heading.tsx";

type PageHeaderProps = {
  title: ReactNode;
  subtitle?: ReactNode;
  action?: ReactNode;
  /** Menu with the other actions. It is after `action` or, on phones, next to the title. */
  menu?: ReactNode;
  /** Menu next to the title on phones instead of `menu`, if `action` hides actions there. */
  phoneMenu?: ReactNode;
};

export function PageHeader({ title, subtitle, action, menu, phoneMenu = menu }: PageHeaderProps) {
  return (
    <div className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className={classNames("min-w-0", phoneMenu ? "max-sm:w-full" : null)}>
        {phoneMenu ? (
          <div className="flex items-start justify-between gap-4">
            <div className="min-w-0">
              <PageHeading>{title}</PageHeading>
            </div>
            <div className="-mr-2 shrink-0 sm:hidden">{phoneMenu}</div>
          </div>
        ) : (
          <PageHeading>{title}</PageHeading>
        )}
        {subtitle && <p className="mt-1 text-14 text-muted">{subtitle}</p>}
      </div>
      {(action || menu) && (
        <div className={classNames("flex flex-wrap gap-3", action ? null : "max-sm:hidden")}>
          {action}
          {menu && <div className="max-sm:hidden">{menu}</div>}
        </div>
      )}
    </div>
  );
}
