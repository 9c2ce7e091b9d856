import { useState } from "react";
import type { ListedBooking } from "#app/api/admin/bookings.ts";
import { classNames } from "#app/ui/class-names.ts";
import { ExpandButton } from "#app/ui/expand-button.tsx";
import { BOOKING_KIND_LABELS, formatPreferredDate, urgencyBadge } from "#domain/bookings/booking.ts";

/** A description with more characters or lines is shortened to three lines. */
const MAX_CHARACTERS = 180;
const MAX_LINES = 3;

/** The client's request in a few lines, above the decision about it. */
export function RequestSummary({ booking }: { booking: ListedBooking }) {
  const [isExpanded, setIsExpanded] = useState(false);
  const { kind, urgency, estimated_scope: scope } = booking;
  const { project_description: description } = booking;
  const details = [
    BOOKING_KIND_LABELS[kind],
    ...(kind === "meeting" ? [] : [urgencyBadge(urgency).label]),
    formatPreferredDate(booking),
    ...(scope ? [`Estimated scope: ${scope}`] : []),
  ];
  const isLong = description.length > MAX_CHARACTERS || description.split("\n").length > MAX_LINES;
  return (
    <section aria-label="Request" className="text-14">
      <p className="tabular wrap-anywhere text-13 text-muted">{details.join(" · ")}</p>
      <p
        className={classNames(
          "wrap-anywhere mt-1 whitespace-pre-wrap",
          isLong && !isExpanded && "line-clamp-3",
        )}
      >
        {description}
      </p>
      {isLong && (
        <ExpandButton isExpanded={isExpanded} onChange={setIsExpanded}>
          {isExpanded ? "Show less" : "Show full description"}
        </ExpandButton>
      )}
    </section>
  );
}
