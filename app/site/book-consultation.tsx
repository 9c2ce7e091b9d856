import { classNames } from "#app/ui/class-names.ts";
import { BOOKING_PATH } from "#domain/scheduling/booking-pages.ts";

const APPEARANCES = {
  primary: "border-transparent bg-accent text-ink-on-accent hover:bg-accent-strong",
  secondary: "border-edge bg-page hover:bg-raised",
} as const;

/** The site's second call to action. Links to the page with the free times. */
export function BookConsultation({
  appearance,
  className,
}: {
  appearance: keyof typeof APPEARANCES;
  className?: string;
}) {
  return (
    <a
      href={BOOKING_PATH}
      className={classNames(
        "inline-flex min-h-12 items-center justify-center rounded-small border px-6 font-medium transition-colors",
        APPEARANCES[appearance],
        className,
      )}
    >
      Book a free consultation
    </a>
  );
}
