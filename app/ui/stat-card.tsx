import type { ReactNode } from "react";
import { Link } from "react-router";
import { classNames } from "./class-names.ts";
import { classesOfTone, type Tone } from "./tone.ts";

type StatCardProps = {
  label: string;
  value: ReactNode;
  /** One line saying what the figure means. */
  meaning?: ReactNode;
  tone?: Tone;
  icon?: ReactNode;
  /** Makes the whole card a link. */
  to?: string;
  /** An act that belongs to the figure. */
  action?: ReactNode;
};

export function StatCard({ label, value, meaning, tone, icon, to, action }: StatCardProps) {
  const look = "block rounded-medium border border-line bg-surface p-4 sm:p-5";
  const content = (
    <>
      <span className="flex items-center justify-between gap-2 text-13 text-muted">
        {label}
        {icon && (
          <span aria-hidden="true" className="text-faint">
            {icon}
          </span>
        )}
      </span>
      <span
        className={classNames(
          "tabular mt-1 block font-semibold text-28 tracking-tight",
          tone && tone !== "neutral" && classesOfTone(tone).text,
        )}
      >
        {value}
      </span>
      {meaning && <span className="mt-1 block text-13 text-faint">{meaning}</span>}
    </>
  );
  if (to) {
    return (
      <Link to={to} className={classNames(look, "transition-colors hover:border-edge hover:bg-raised")}>
        {content}
      </Link>
    );
  }
  return (
    <div className={look}>
      {content}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}
