import type { Finding } from "#app/api/shared/findings.ts";
import { Button } from "#app/ui/button.tsx";
import { useCanRequestRetest } from "./use-can-request-retest.ts";

type RequestRetestButtonProps = {
  finding: Finding;
  className?: string;
  onPress: () => void;
};

/** Requests a retest before it is the next step. Renders nothing if the user can't request one. */
export function RequestRetestButton({ finding, className, onPress }: RequestRetestButtonProps) {
  if (!useCanRequestRetest(finding)) {
    return null;
  }
  return (
    <div className={className}>
      <Button tone="quiet" size="small" className="-ml-3" onClick={onPress}>
        Request retest
      </Button>
    </div>
  );
}
