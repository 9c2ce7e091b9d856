/** An instant of a log, to the second, in the reader's time zone. */
export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} className="tabular whitespace-nowrap">
      {new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "medium" }).format(new Date(at))}
    </time>
  );
}
