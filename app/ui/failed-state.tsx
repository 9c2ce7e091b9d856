import { TriangleAlert } from "lucide-react";
import { Button } from "./button.tsx";

type FailedStateProps = {
  /** What failed, in plain words. */
  what: string;
  onRetry: () => void;
  retryLabel?: string;
  /** What support needs to find the cause. */
  reference?: string;
};

/** Drawn where content should be. A list that failed to load is not an empty list. */
export function FailedState({ what, onRetry, retryLabel = "Retry", reference }: FailedStateProps) {
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-4 py-12 text-center">
      <TriangleAlert aria-hidden="true" className="size-6 text-negative" />
      <p className="text-16">{what}</p>
      <Button onClick={onRetry}>{retryLabel}</Button>
      {reference && (
        <p className="text-13 text-faint">
          Reference <span className="font-mono">{reference}</span>
        </p>
      )}
    </div>
  );
}
