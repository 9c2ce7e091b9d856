import { useQuery } from "@tanstack/react-query";
import { type Finding, retestsQuery } from "#app/api/shared/findings.ts";
import { canRequestRetest } from "#domain/findings/retest.ts";
import { useHasPermission } from "../current-client.ts";

/** Whether the user can request a retest of a finding. False until its retests have loaded. */
export function useCanRequestRetest(finding: Finding): boolean {
  const hasPermission = useHasPermission("remediation");
  const { data: retests } = useQuery(retestsQuery("client", finding.id));
  return hasPermission && retests !== undefined && canRequestRetest(finding, retests);
}
