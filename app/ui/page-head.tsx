import type { ReactNode } from "react";

type PageHeadProps = { title: ReactNode; context?: ReactNode; action?: ReactNode };

/** Opens every screen: its title, one line of context, the primary act at the right. */
export function PageHead({ title, context, action }: PageHeadProps) {
  return (
    <div className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1 className="text-28">{title}</h1>
        {context && <p className="mt-1 text-14 text-muted">{context}</p>}
      </div>
      {action && <div className="flex flex-wrap gap-3">{action}</div>}
    </div>
  );
}
