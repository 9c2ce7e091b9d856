import { classNames } from "#app/ui/class-names.ts";
import { SectionLink } from "./section-link.tsx";

const APPEARANCES = {
  primary: "border-transparent bg-accent text-ink-on-accent hover:bg-accent-strong",
  secondary: "border-edge bg-page hover:bg-raised",
} as const;

/** The site's second call to action. Links to the contact section, which explains how to book. */
export function BookConsultation({
  appearance,
  className,
}: {
  appearance: keyof typeof APPEARANCES;
  className?: string;
}) {
  return (
    <SectionLink
      section="contact"
      className={classNames(
        "inline-flex min-h-12 items-center justify-center rounded-small border px-6 font-medium transition-colors",
        APPEARANCES[appearance],
        className,
      )}
    >
      Book a free consultation
    </SectionLink>
  );
}
