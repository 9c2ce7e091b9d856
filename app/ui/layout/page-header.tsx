import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";
import { PageHeading } from "./page-heading.tsx";

type PageHeaderProps = {
  title: ReactNode;
  subtitle?: ReactNode;
  action?: ReactNode;
  /** Menu next to the title on phones, for actions that `action` hides there. */
  phoneMenu?: ReactNode;
};

export function PageHeader({ title, subtitle, action, phoneMenu }: PageHeaderProps) {
  return (
    <div className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className={classNames("min-w-0", phoneMenu ? "max-sm:w-full" : null)}>
        {phoneMenu ? (
          <div className="flex items-center justify-between gap-4">
            <PageHeading>{title}</PageHeading>
            <div className="-mr-2 shrink-0 sm:hidden">{phoneMenu}</div>
          </div>
        ) : (
          <PageHeading>{title}</PageHeading>
        )}
        {subtitle && <p className="mt-1 text-14 text-muted">{subtitle}</p>}
      </div>
      {action && <div className="flex flex-wrap gap-3">{action}</div>}
    </div>
  );
}
