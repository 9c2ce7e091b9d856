import { type MinuteRange, toTimeField } from "#domain/scheduling/hours.ts";

/** Formats the hours of a day, such as "9:00 AM – 12:00 PM, 1:00 PM – 5:00 PM". */
export function formatHours(hours: readonly MinuteRange[]): string {
  return hours.length === 0
    ? "Closed"
    : hours.map(({ from, to }) => `${formatMinuteOfDay(from)} – ${formatMinuteOfDay(to)}`).join(", ");
}

function formatMinuteOfDay(minute: number): string {
  return new Date(`1970-01-01T${toTimeField(minute)}Z`).toLocaleTimeString("en-US", {
    ...{ hour: "numeric", minute: "2-digit", timeZone: "UTC" },
  });
}
