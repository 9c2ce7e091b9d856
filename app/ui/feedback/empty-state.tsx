import type { ReactNode } from "react";

type EmptyStateProps = { icon?: ReactNode; title: string; hint?: string; action?: ReactNode };

/** Replaces an empty list. `action` can offer the first step. */
export function EmptyState({ icon, title, hint, action }: EmptyStateProps) {
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
