import { Link } from "react-router";
import { classNames } from "#app/ui/class-names.ts";
import type { IconComponent } from "#app/ui/icon-svg.tsx";
import { ChevronRight } from "#app/ui/icons.tsx";
import { toneClasses } from "#app/ui/tone.ts";
import type { Tone } from "#domain/status.ts";

type NextItemProps = {
  icon: IconComponent;
  label: string;
  title: string;
  /** Shown below the title. Without a tone, the text is muted. */
  lines?: ReadonlyArray<{ text: string; tone?: Tone | undefined }>;
  to: string;
};

/** A payment, meeting or milestone that is next. */
export function NextItem({ icon: Icon, label, title, lines = [], to }: NextItemProps) {
  return (
    <Link
      to={to}
      className="group -mx-2 block rounded-small p-2 transition-colors hover:bg-raised max-sm:grid max-sm:grid-cols-[5.75rem_minmax(0,1fr)_auto] max-sm:gap-x-3"
    >
      <span className="row-span-4 flex items-center gap-2 self-start text-13 text-muted max-sm:min-h-6">
        <Icon className="size-4 shrink-0 text-faint" />
        {label}
        <Chevron className="ml-auto max-sm:hidden" />
      </span>
      <span className="tabular wrap-break-word block font-medium text-16 sm:mt-1">{title}</span>
      <Chevron className="col-start-3 row-start-1 mt-1 sm:hidden" />
      {lines.map(({ text, tone }) => (
        <span
          key={text}
          className={`tabular col-start-2 mt-0.5 block text-13 ${tone ? toneClasses(tone).text : "text-muted"}`}
        >
          {text}
        </span>
      ))}
    </Link>
  );
}

function Chevron({ className }: { className: string }) {
  return (
    <ChevronRight
      aria-hidden="true"
      className={classNames("size-4 shrink-0 text-faint group-hover:text-text", className)}
    />
  );
}
