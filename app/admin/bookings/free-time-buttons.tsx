import { useId } from "react";
import { Button } from "#app/ui/button.tsx";
import type { Instant } from "#domain/dates/instant.ts";
import { formatShortTime } from "#domain/scheduling/short-time.ts";

const COUNT = 6;

type FreeTimeButtonsProps = {
  /** Free times, the earliest first. */
  times: readonly Instant[];
  timeZone: string;
  onSelect: (time: Instant) => void;
};

/** The first free times. Shows nothing if there are none. */
export function FreeTimeButtons({ times, timeZone, onSelect }: FreeTimeButtonsProps) {
  const titleId = useId();
  if (times.length === 0) {
    return null;
  }
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className="mb-2 text-13 text-muted">
        Available times
      </h3>
      <ul className="flex flex-wrap gap-2">
        {times.slice(0, COUNT).map((time) => (
          <li key={time}>
            <Button size="small" className="tabular" onClick={() => onSelect(time)}>
              {formatShortTime(new Date(time), timeZone)}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
