import type { ComponentProps, ReactNode } from "react";
import { classNames } from "../class-names.ts";

/** Bordered container. Do not nest cards. */
export function Card({ className, ...section }: ComponentProps<"section">) {
  return (
    <section
      {...section}
      className={classNames("rounded-medium border border-line bg-surface p-4 sm:p-6", className)}
    />
  );
}

export function CardHeader({
  title,
  subtitle,
  action,
  level: Heading = "h2",
}: {
  title: ReactNode;
  subtitle?: ReactNode;
  action?: ReactNode;
  level?: "h2" | "h3";
}) {
  return (
    <div className="mb-4 flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <div className="min-w-0">
        <Heading className="text-18">{title}</Heading>
        {subtitle && <p className="mt-1 text-13 text-muted">{subtitle}</p>}
      </div>
      {action}
    </div>
  );
}
