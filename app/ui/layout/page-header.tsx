import type { ReactNode } from "react";
import { PageHeading } from "./page-heading.tsx";

type PageHeaderProps = { title: ReactNode; subtitle?: ReactNode; action?: ReactNode };

export function PageHeader({ title, subtitle, action }: PageHeaderProps) {
  return (
    <div className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <PageHeading>{title}</PageHeading>
        {subtitle && <p className="mt-1 text-14 text-muted">{subtitle}</p>}
      </div>
      {action && <div className="flex flex-wrap gap-3">{action}</div>}
    </div>
  );
}
