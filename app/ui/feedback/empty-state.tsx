import type { ReactNode } from "react";

type EmptyStateProps = {
  icon?: ReactNode;
  title: string;
  hint?: string;
  action?: ReactNode;
  /** For a card among others, which has its own padding. */
  isSmall?: boolean;
};

/** Replaces an empty list. `action` can offer the first step. A `hint` of one sentence has no full stop, a longer one has. */
export function EmptyState({ icon, title, hint, action, isSmall = false }: EmptyStateProps) {
  if (isSmall) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-1 basis-32 items-center gap-3">
          {icon && (
            <span aria-hidden="true" className="shrink-0 text-faint">
              {icon}
            </span>
          )}
          <div className="min-w-0">
            <p className="font-medium text-14">{title}</p>
            {hint && <p className="text-13 text-muted">{hint}</p>}
          </div>
        </div>
        {action}
      </div>
    );
  }
  return (
    <div className="flex flex-col items-center gap-2 px-4 py-12 text-center">
      {icon && (
        <span aria-hidden="true" className="mb-1 text-faint">
          {icon}
        </span>
      )}
      <p className="font-medium text-16">{title}</p>
      {hint && <p className="text-14 text-muted">{hint}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}
