import type { SquareStatus } from "#app/api/admin/square-connection.ts";
import type { StoppedDraft } from "#app/api/admin/square-writing.ts";
import { addAge, isAccessExpiring } from "#domain/firm/attention.ts";
import { draftProblemText } from "#domain/invoices/drafts/draft-problem.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import { ACTION_NEEDED, type LinkedItem, listIf, WARNING } from "./linked-item.ts";

type SquareConnection = Pick<SquareStatus, "connected" | "merchant_id" | "last_error" | "expires_in_days">;

/** Empty while no account was ever connected. */
export function squareConnectionItems(status: SquareConnection): LinkedItem[] {
  const item = {
    kind: "squareConnection",
    key: "square-connection",
    since: null,
    to: "/admin/square",
  } as const;
  if (status.merchant_id && !status.connected) {
    const title = "Square is disconnected";
    return [{ ...item, title, details: "Invoices aren't being updated", badge: ACTION_NEEDED }];
  }
  if (status.connected && isAccessExpiring(status.expires_in_days)) {
    const title = `Access to Square expires in ${formatCount(status.expires_in_days ?? 0, "day")}`;
    return [{ ...item, title, details: "Reconnect Square to renew it", badge: WARNING }];
  }
  if (status.connected && status.last_error) {
    const title = "The Square connection reports a problem";
    return [{ ...item, title, details: "Open Square for details", badge: WARNING }];
  }
  return [];
}

/** One item per invoice that could not be created, published, canceled or deleted in Square. */
export function stoppedDraftItems(drafts: readonly StoppedDraft[], now: Date): LinkedItem[] {
  return drafts.flatMap(({ id, company, title, problem, problemAt }) =>
    problem === null
      ? []
      : [
          {
            kind: "invoiceDrafts",
            key: `invoice-draft-${id}`,
            title: company,
            details: `${title}: ${draftProblemText(problem).title}`,
            badge: addAge(ACTION_NEEDED, problemAt, now),
            since: problemAt,
            to: "/admin/square?tab=drafts",
          },
        ],
  );
}

type SquareProblems = { rejectedEvents: number; failingEvents: number; differences: number };

export function squareSyncItems({
  rejectedEvents,
  failingEvents,
  differences,
}: SquareProblems): LinkedItem[] {
  return [
    ...listIf(rejectedEvents > 0, {
      kind: "squareEvents",
      key: "rejected-square-events",
      title: `${formatCount(rejectedEvents, "Square event")} rejected`,
      details: "Payments or invoices from the last 7 days may be missing",
      badge: ACTION_NEEDED,
      since: null,
      to: "/admin/square?tab=events&status=rejected",
    }),
    ...listIf(failingEvents > 0, {
      kind: "squareEvents",
      key: "failing-square-events",
      title: `${formatCount(failingEvents, "Square event")} not processed yet`,
      details: "Retried automatically",
      badge: WARNING,
      since: null,
      to: "/admin/square?tab=events&status=waiting",
    }),
    ...listIf(differences > 0, {
      kind: "squareDifferences",
      key: "square-differences",
      title: `${formatCount(differences, "invoice")} ${differences === 1 ? "differs" : "differ"} from Square`,
      details: "Found by the last comparison",
      badge: WARNING,
      since: null,
      to: "/admin/square?tab=differences",
    }),
  ];
}
