import { TriangleAlert } from "lucide-react";
import { Button } from "./button.tsx";
import { classNames } from "./class-names.ts";

type FailedStateProps = {
  /** What failed, in plain words. */
  what: string;
  onRetry: () => void;
  retryLabel?: string;
  /** What support needs to find the cause. */
  reference?: string;
  /** In the place of a card beside others, instead of a page's content. */
  isSmall?: boolean;
};

const looks = {
  large: "items-center gap-3 px-4 py-12 text-center",
  small: "h-full items-start gap-2 rounded-medium border border-line bg-surface p-4 sm:p-5",
};

/** Drawn where content should be. A list that failed to load is not an empty list. */
export function FailedState({
  what,
  onRetry,
  retryLabel = "Retry",
  reference,
  isSmall = false,
}: FailedStateProps) {
  return (
    <div role="alert" className={classNames("flex flex-col", isSmall ? looks.small : looks.large)}>
      <TriangleAlert
        aria-hidden="true"
        className={classNames("text-negative", isSmall ? "size-4" : "size-6")}
      />
      <p className={isSmall ? "text-14" : "text-16"}>{what}</p>
      <Button size={isSmall ? "small" : "medium"} onClick={onRetry}>
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
