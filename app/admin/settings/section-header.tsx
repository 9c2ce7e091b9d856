import type { ReactNode } from "react";

export function SectionHeader({
  title,
  description,
  action,
}: {
  title: string;
  description: string;
  action?: ReactNode;
}) {
  return (
    <div className="mb-4 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 max-w-[60ch]">
        <h2 className="text-18">{title}</h2>
        <p className="mt-1 text-14 text-muted">{description}</p>
      </div>
      {action}
    </div>
  );
}
