import { useQuery } from "@tanstack/react-query";
import { type Finding, retestsQuery } from "#app/api/shared/findings.ts";
import { Button } from "#app/ui/button.tsx";
import { useHasPermission } from "../current-client.ts";

type RequestRetestButtonProps = {
  finding: Finding;
  className?: string;
  onPress: () => void;
};

/** Requests a retest before it is the next step. Renders nothing if the finding is being retested, is fixed, or can't be changed by this person. */
export function RequestRetestButton({ finding, className, onPress }: RequestRetestButtonProps) {
  const canChange = useHasPermission("remediation") && finding.publication_status === "published";
  const { data: retests = [], isPending } = useQuery(retestsQuery("client", finding.id));
  const isInRetest = retests.some(({ is_active }) => is_active);
  if (isPending || !canChange || isInRetest || finding.verdict === "fixed") {
    return null;
  }
  return (
    <div className={className}>
      <Button onClick={onPress}>Request retest</Button>
    </div>
  );
}
