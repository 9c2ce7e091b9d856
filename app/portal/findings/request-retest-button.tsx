import { useQuery } from "@tanstack/react-query";
import { type Finding, retestsQuery } from "#app/api/shared/findings.ts";
import { Button } from "#app/ui/button.tsx";
import { useHasPermission } from "../current-client.ts";

type RequestRetestButtonProps = {
  finding: Finding;
  /** Shows the button as the primary action. */
  isPrimary?: boolean;
  className?: string;
  onPress: () => void;
};

/** Renders nothing if the finding is being retested, is fixed, or can't be changed by this person. */
export function RequestRetestButton({
  finding,
  isPrimary = false,
  className,
  onPress,
}: RequestRetestButtonProps) {
  const canChange = useHasPermission("remediation") && finding.publication_status === "published";
  const { data: retests = [], isPending } = useQuery(retestsQuery("client", finding.id));
  const isInRetest = retests.some(({ is_active }) => is_active);
  if (isPending || !canChange || isInRetest || finding.verdict === "fixed") {
    return null;
  }
  return (
    <div className={className}>
      <Button tone={isPrimary ? "primary" : "secondary"} onClick={onPress}>
        Request retest
      </Button>
    </div>
  );
}
