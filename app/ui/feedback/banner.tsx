import type { ReactNode } from "react";
import { CircleCheck, CircleX, Info, TriangleAlert } from "#app/ui/core-icons.tsx";
import { classNames } from "../class-names.ts";
import { type Tone, toneClasses } from "../tone.ts";

const ICONS = {
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
  /** Additional text below the message. */
  details?: ReactNode;
  action?: ReactNode;
  /** Announces the message immediately. Use it for errors. */
  urgent?: boolean;
  /** False inside an element that announces its content. */
  isAnnounced?: boolean;
  /** False if the message contains an icon. */
  hasIcon?: boolean;
};

/** Message shown in the page. `children` is the only content of its element. */
export function Banner({
  tone,
  children,
  details,
  action,
  urgent = false,
  isAnnounced = true,
  hasIcon = true,
}: BannerProps) {
  const Icon = ICONS[tone];
  const { text, border } = toneClasses(tone);
  return (
    <div
      role={isAnnounced ? (urgent ? "alert" : "status") : undefined}
      className={classNames(
        "flex flex-wrap items-center gap-x-4 gap-y-3 rounded-small border bg-surface px-4 py-3",
        border,
      )}
    >
      {hasIcon && <Icon aria-hidden="true" className={classNames("size-5 shrink-0", text)} />}
      <div className="min-w-0 flex-1 basis-48 text-14">
        <p>{children}</p>
        {details && <div className="mt-1 text-muted">{details}</div>}
      </div>
      {action}
    </div>
  );
}
