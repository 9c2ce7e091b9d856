import type { ReactNode } from "react";
import { Link } from "react-router";
import { classNames } from "../class-names.ts";
import { Skeleton } from "../feedback/skeleton.tsx";
import { type Tone, toneClasses } from "../tone.ts";

type StatCardProps = {
  label: string;
  value: ReactNode;
  /** Short explanation of the figure. */
  caption?: ReactNode;
  tone?: Tone;
  icon?: ReactNode;
  /** URL that makes the whole card a link. */
  to?: string;
};

export function StatCard({ label, value, caption, tone, icon, to }: StatCardProps) {
  const cardClasses = "@container block min-w-0 rounded-medium border border-line bg-surface p-4 sm:p-5";
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
          // Amounts of seven digits fit without a line break.
          "tabular mt-1 block @min-[9.5rem]:text-22 font-semibold text-18 tracking-tight sm:@min-[12rem]:text-28",
          tone && tone !== "neutral" && toneClasses(tone).text,
        )}
      >
        {value}
      </span>
      {caption && <span className="mt-1 block text-13 text-faint">{caption}</span>}
    </>
  );
  if (to) {
    return (
      <Link
        to={to}
        className={classNames(cardClasses, "transition-colors hover:border-edge hover:bg-raised")}
      >
        {content}
      </Link>
    );
  }
  return <div className={cardClasses}>{content}</div>;
}

type LoadingStatCardsProps = { count: number; text: string; className: string };

/** Placeholders in the size of the cards. Screen readers announce the text. */
export function LoadingStatCards({ count, text, className }: LoadingStatCardsProps) {
  return (
    <div className={className}>
      <p role="status" className="sr-only">
        {text}
      </p>
      {[...Array(count).keys()].map((card) => (
        <Skeleton key={card} className="h-29" />
      ))}
    </div>
  );
}
