const MAX_SHOWN = 99;

type CountBadgeProps = {
  count: number;
  /** Follows the number for screen readers, such as "unread". */
  label: string;
};

/** Number next to a page's name, such as its unread messages. Renders nothing for 0. */
export function CountBadge({ count, label }: CountBadgeProps) {
  if (count === 0) {
    return null;
  }
  return (
    <span className="tabular ml-auto rounded-small bg-accent px-1.5 font-medium text-13 text-ink-on-accent">
      {count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}
      <span className="sr-only"> {label}</span>
    </span>
  );
}
