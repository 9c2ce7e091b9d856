import type { ReactNode } from "react";
import { classNames } from "#app/ui/class-names.ts";
import type { IconComponent } from "#app/ui/icon-svg.tsx";
import { type Tone, toneClasses } from "#app/ui/tone.ts";

type MessageFragmentProps = {
  name: string;
  icon: IconComponent;
  tone: Tone;
  title: ReactNode;
  children?: ReactNode;
  className?: string;
};

/** A message that the server can show at the top of a page. */
export function MessageFragment({
  name,
  icon: Icon,
  tone,
  title,
  children,
  className = "mt-8",
}: MessageFragmentProps) {
  const { border, text } = toneClasses(tone);
  return (
    <template data-fragment={name}>
      <section
        data-message={tone}
        tabIndex={-1}
        aria-labelledby="message-title"
        className={classNames(
          "max-w-2xl rounded-medium border bg-surface p-5 outline-none",
          border,
          className,
        )}
      >
        <h2 id="message-title" className="flex gap-3 text-18">
          <Icon aria-hidden="true" className={`mt-0.5 size-5 shrink-0 ${text}`} />
          {title}
        </h2>
        <div className="mt-2 pl-8 text-muted empty:hidden">{children}</div>
      </section>
    </template>
  );
}
