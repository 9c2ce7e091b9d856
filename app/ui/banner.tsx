import { CircleCheck, CircleX, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { classesOfTone, type Tone } from "./tone.ts";

const icons = {
  positive: CircleCheck,
  warning: TriangleAlert,
  negative: CircleX,
  info: Info,
  neutral: Info,
  accent: Info,
} satisfies Record<Tone, typeof Info>;

type BannerProps = {
  tone: Tone;
  children: ReactNode;
  /** Text beneath the message. */
  details?: ReactNode;
  action?: ReactNode;
  /** Interrupts what is being read: for a refused sign-in, not for good news. */
  urgent?: boolean;
};

/** A message that stays in the page. Its text stands alone in one element. */
export function Banner({ tone, children, details, action, urgent = false }: BannerProps) {
  const Icon = icons[tone];
  const { text, edge } = classesOfTone(tone);
  return (
    <div
      role={urgent ? "alert" : "status"}
      className={classNames(
        "flex flex-wrap items-center gap-x-4 gap-y-3 rounded-small border bg-surface px-4 py-3",
        edge,
      )}
    >
      <Icon aria-hidden="true" className={classNames("size-5 shrink-0", text)} />
      <div className="min-w-0 flex-1 basis-48 text-14">
        <p>{children}</p>
        {details && <div className="mt-1 text-muted">{details}</div>}
      </div>
      {action}
    </div>
  );
}
