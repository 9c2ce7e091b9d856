import { Link } from "react-router";
import type { IconComponent } from "#app/ui/icon-svg.tsx";
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
      className="-mx-2 block rounded-small p-2 transition-colors hover:bg-raised max-sm:grid max-sm:grid-cols-[5.5rem_minmax(0,1fr)]"
    >
      <span className="row-span-4 flex items-center gap-2 self-start text-13 text-muted max-sm:min-h-6">
        <Icon className="size-4 text-faint" />
        {label}
      </span>
      <span className="tabular wrap-break-word block font-medium text-16 sm:mt-1">{title}</span>
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
