import { type ComponentProps, type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { Link } from "react-router";
import { classNames } from "./class-names.ts";

type ButtonTone = "primary" | "secondary" | "quiet" | "danger";
type ButtonSize = "small" | "medium" | "large";
type ButtonStyle = { tone?: ButtonTone; size?: ButtonSize; className?: string };

const TONE_CLASSES = {
  primary: "bg-accent text-ink-on-accent hover:bg-accent-strong border-transparent",
  secondary: "bg-surface text-text hover:bg-raised border-edge",
  quiet: "bg-transparent text-muted hover:bg-raised hover:text-text border-transparent",
  danger: "bg-surface text-negative hover:bg-raised border-negative",
} satisfies Record<ButtonTone, string>;

const SIZE_CLASSES = {
  small: "min-h-8 px-3 text-13 pointer-coarse:min-h-11",
  medium: "min-h-10 px-4 text-14 pointer-coarse:min-h-11",
  large: "min-h-12 px-6 text-16",
} satisfies Record<ButtonSize, string>;

function buttonClasses({ tone = "secondary", size = "medium", className }: ButtonStyle): string {
  return classNames(
    "inline-flex items-center justify-center gap-2 rounded-small border text-center font-medium",
    "transition-colors disabled:cursor-not-allowed disabled:opacity-55 print:hidden",
    TONE_CLASSES[tone],
    SIZE_CLASSES[size],
    className,
  );
}

type ButtonProps = ComponentProps<"button"> &
  ButtonStyle & {
    icon?: ReactNode;
    /** Disables the button and shows `busyLabel`. The button is wide enough for either label. */
    busy?: boolean;
    busyLabel?: string;
  };

export function Button({
  tone,
  size,
  className,
  icon,
  busy = false,
  busyLabel,
  disabled,
  children,
  type = "button",
  onClick,
  ...button
}: ButtonProps) {
  const rememberPressed = useRestoreFocus(busy);
  const hiddenLabel = busy && typeof children === "string" ? children : busyLabel;
  const label = busy && busyLabel ? busyLabel : children;
  return (
    <button
      {...button}
      type={type}
      onClick={(event) => {
        rememberPressed(event);
        onClick?.(event);
      }}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={buttonClasses({ tone, size, className })}
    >
      <span
        data-other-label={hiddenLabel}
        className={classNames(
          "grid justify-items-center",
          // Reserves enough width for the other label with invisible generated content.
          hiddenLabel &&
            "after:invisible after:h-0 after:overflow-hidden after:content-[attr(data-other-label)]",
          hiddenLabel && icon ? "after:pl-6" : null,
        )}
      >
        {icon ? (
          <span className="inline-flex items-center gap-2">
            {icon}
            {label}
          </span>
        ) : (
          label
        )}
      </span>
    </button>
  );
}

/** A button that is disabled while busy loses focus. Restores the focus unless the user has moved it. */
function useRestoreFocus(busy: boolean): (event: MouseEvent<HTMLButtonElement>) => void {
  const pressed = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (busy || !pressed.current) {
      return;
    }
    if (document.activeElement === document.body) {
      pressed.current.focus({ preventScroll: true });
    }
  }, [busy]);
  return ({ currentTarget }) => {
    pressed.current = currentTarget;
  };
}

type ButtonLinkProps = ButtonStyle & {
  /** An app path, a URL fragment or an absolute URL. Absolute URLs open in a new tab. */
  to: string;
  icon?: ReactNode;
} & Omit<ComponentProps<"a">, "href">;

/** A link that looks like a button. */
export function ButtonLink({ to, tone, size, className, icon, children, ...anchor }: ButtonLinkProps) {
  return (
    <PageLink {...anchor} to={to} className={buttonClasses({ tone, size, className })}>
      {icon}
      {children}
    </PageLink>
  );
}

/** Opens absolute URLs in a new tab. */
function PageLink({ to, ...anchor }: ComponentProps<"a"> & { to: string }) {
  if (/^https?:/.test(to)) {
    return <a {...anchor} href={to} target="_blank" rel="noopener noreferrer" />;
  }
  return <Link {...anchor} to={to} />;
}

const ICON_BUTTON_CLASSES =
  "inline-grid size-9 place-items-center rounded-small text-muted transition-colors hover:bg-raised hover:text-text pointer-coarse:size-11";

/** Icon-only button whose label is available to screen readers. */
export function IconButton({
  label,
  className,
  children,
  type = "button",
  ...button
}: ComponentProps<"button"> & { label: string }) {
  return (
    <button
      {...button}
      type={type}
      aria-label={label}
      className={classNames(
        ICON_BUTTON_CLASSES,
        "disabled:cursor-not-allowed disabled:opacity-55",
        className,
      )}
    >
      {children}
    </button>
  );
}

/** Icon-only link whose label is available to screen readers. */
export function IconLink({
  label,
  children,
  ...anchor
}: ComponentProps<"a"> & { to: string; label: string }) {
  return (
    <PageLink {...anchor} aria-label={label} className={ICON_BUTTON_CLASSES}>
      {children}
    </PageLink>
  );
}
