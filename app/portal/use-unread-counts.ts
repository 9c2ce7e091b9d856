import { useQuery } from "@tanstack/react-query";
import { ownAccessQuery } from "#app/api/portal/client-account.ts";
import { unreadFindingsQuery } from "#app/api/portal/findings.ts";
import { unreadMessageCountQuery } from "#app/api/portal/messages.ts";
import { ownProposalsQuery } from "#app/api/portal/proposals.ts";
import type { SessionUser } from "#app/auth/sessions/session-user.ts";
import { listOpenProposals } from "./proposals/own-status.ts";
import type { SectionId } from "./section-url.ts";

const POLL_INTERVAL_MS = 30_000;

/** The number of unread messages and findings, and of open proposals, by section. */
export type UnreadCounts = Readonly<Partial<Record<SectionId, number>>>;

/**
 * Counts messages that the client has not read, findings that the user has not opened since their latest update, and
 * open proposals. Contains only the sections that the role can use, and none before it is loaded.
 */
export function useUnreadCounts(user: SessionUser): UnreadCounts {
  const { data: access } = useQuery(ownAccessQuery(user));
  const clientId = access?.selected.client_id ?? "";
  const permissions = access?.client ? access.selected.permissions : [];
  const { data: messages = 0 } = useQuery({
    ...unreadMessageCountQuery(clientId),
    enabled: permissions.includes("messages"),
    refetchInterval: POLL_INTERVAL_MS,
  });
  const { data: findings } = useQuery({
    ...unreadFindingsQuery(clientId),
    enabled: permissions.includes("findings"),
  });
  const { data: proposals = [] } = useQuery({
    ...ownProposalsQuery(clientId),
    enabled: permissions.includes("proposals"),
  });
  return { messages, findings: findings?.size ?? 0, proposals: listOpenProposals(proposals).length };
}

/** Screen reader label for the count of a section. */
export function getCountLabel(id: SectionId): string {
  return id === "proposals" ? "waiting for your decision" : "unread";
}
