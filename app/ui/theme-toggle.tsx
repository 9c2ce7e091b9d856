import { useId } from "react";
import { Moon } from "#app/ui/icons.tsx";

/** The product has only a dark theme, so the button has no effect. */
export function ThemeToggle() {
  const descriptionId = useId();
  return (
    <span className="inline-block shrink-0">
      <button
        type="button"
        aria-label="Toggle theme"
        aria-describedby={descriptionId}
        title="Dark theme only"
        className="grid size-10 place-items-center rounded-small text-muted transition-colors hover:bg-raised hover:text-text pointer-coarse:size-11"
      >
        <Moon aria-hidden="true" className="size-5" />
      </button>
      <span id={descriptionId} hidden>
        Dark theme only
      </span>
    </span>
  );
}
