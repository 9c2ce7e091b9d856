import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";

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
  return (
    <div
      className={classNames(
        "flex flex-col items-center px-4 text-center",
        isSmall ? "gap-1 py-3" : "gap-2 py-12",
      )}
    >
      {icon && (
        <span aria-hidden="true" className="mb-1 text-faint">
          {icon}
        </span>
      )}
      <p className={classNames("font-medium", isSmall ? "text-14" : "text-16")}>{title}</p>
      {hint && <p className={classNames("text-muted", isSmall ? "text-13" : "text-14")}>{hint}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}
