import { Button } from "#app/ui/button.tsx";
import { formatCount } from "#domain/text/pluralize.ts";

type EarlierMessagesButtonProps = {
  /** Number of messages that are not shown. */
  hiddenCount: number;
  pageSize: number;
  isLoading: boolean;
  onClick: () => void;
};

/** Shows the next page of older messages. Absent when all messages are shown. */
export function EarlierMessagesButton({
  hiddenCount,
  pageSize,
  isLoading,
  onClick,
}: EarlierMessagesButtonProps) {
  if (hiddenCount <= 0) {
    return null;
  }
  return (
    <Button className="self-center" busy={isLoading} busyLabel="Loading..." onClick={onClick}>
      {`Show ${formatCount(Math.min(pageSize, hiddenCount), "earlier message")}`}
    </Button>
  );
}
