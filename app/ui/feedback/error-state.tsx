import { TriangleAlert } from "#app/ui/core-icons.tsx";
import { Button } from "../button.tsx";
import { classNames } from "../class-names.ts";

type ErrorStateProps = {
  message: string;
  /** Gets the button, which loses the focus when the content replaces it. */
  onRetry: (button: HTMLElement) => void;
  retryLabel?: string;
  /** Error code for support. */
  reference?: string;
  /** For a card displayed next to other cards. */
  isSmall?: boolean;
};

const SIZE_CLASSES = {
  large: "items-center gap-3 px-4 py-12 text-center",
  small: "h-full items-start gap-2 rounded-medium border border-line bg-surface p-4 sm:p-5",
};

/** Replaces content that failed to load. Never show an empty state for a list that failed to load. */
export function ErrorState({
  message,
  onRetry,
  retryLabel = "Retry",
  reference,
  isSmall = false,
}: ErrorStateProps) {
  return (
    <div
      role="alert"
      className={classNames("flex flex-col", isSmall ? SIZE_CLASSES.small : SIZE_CLASSES.large)}
    >
      <TriangleAlert
        aria-hidden="true"
        className={classNames("text-negative", isSmall ? "size-4" : "size-6")}
      />
      <p className={isSmall ? "text-14" : "text-16"}>{message}</p>
      <Button size={isSmall ? "small" : "medium"} onClick={({ currentTarget }) => onRetry(currentTarget)}>
        {retryLabel}
      </Button>
      {reference && (
        <p className="text-13 text-faint">
          Reference <span className="font-mono">{reference}</span>
        </p>
      )}
    </div>
  );
}
