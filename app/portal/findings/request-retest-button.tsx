import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Finding, retestsQuery } from "#app/api/shared/findings.ts";
import { Button } from "#app/ui/button.tsx";
import { useHasPermission } from "../current-client.ts";
import { RequestRetestDialog } from "./request-retest-dialog.tsx";

type RequestRetestButtonProps = {
  finding: Finding;
  /** The next step for the finding. */
  isPrimary?: boolean;
  className?: string;
};

/** Renders nothing if the finding is being retested, is fixed, or can't be changed by this person. */
export function RequestRetestButton({ finding, isPrimary = false, className }: RequestRetestButtonProps) {
  const canChange = useHasPermission("remediation") && finding.publication_status === "published";
  const { data: retests } = useQuery(retestsQuery("client", finding.id));
  const [isRequesting, setIsRequesting] = useState(false);
  const isInRetest = retests === undefined || retests.some(({ is_active }) => is_active);
  const canRetest = canChange && !isInRetest && finding.verdict !== "fixed";
  return (
    <>
      {canRetest && (
        <div className={className}>
          <Button tone={isPrimary ? "primary" : "secondary"} onClick={() => setIsRequesting(true)}>
            Request retest
          </Button>
        </div>
      )}
      {isRequesting && (
        <RequestRetestDialog
          findings={[finding]}
          projects={[{ id: finding.project_id, project_name: "" }]}
          onClose={() => setIsRequesting(false)}
        />
      )}
    </>
  );
}
