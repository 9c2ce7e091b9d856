/** Date and time, including seconds, in the user's time zone. */
export function Timestamp({ at }: { at: string }) {
  return (
    <time dateTime={at} className="tabular whitespace-nowrap">
      {new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "medium" }).format(new Date(at))}
    </time>
  );
}
