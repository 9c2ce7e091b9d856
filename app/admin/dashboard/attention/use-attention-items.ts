import { useQuery } from "@tanstack/react-query";
import { waitingFindingsQuery } from "#app/api/admin/findings.ts";
import { openInquiriesQuery } from "#app/api/admin/inquiries.ts";
import { invoiceAgingQuery, oldestOverdueQuery } from "#app/api/admin/invoices.ts";
import { unreadThreadsQuery } from "#app/api/admin/messages.ts";
import { planEndingsQuery } from "#app/api/admin/plan-endings.ts";
import { duplicatePlansQuery, planRequestsQuery } from "#app/api/admin/plan-requests.ts";
import { schedulingProblemsQuery } from "#app/api/admin/scheduling-problems.ts";
import { jobsOverviewQuery } from "#app/api/admin/settings/jobs.ts";
import { squareStatusQuery } from "#app/api/admin/square-connection.ts";
import { squareOverviewQuery } from "#app/api/admin/square-operations.ts";
import { stoppedDraftsQuery } from "#app/api/admin/square-writing.ts";
import { pastDueSubscriptionsQuery } from "#app/api/admin/subscriptions.ts";
import { firmTotalsQuery } from "#app/api/admin/totals.ts";
import { unmatchedSubscriptionsQuery } from "#app/api/admin/unmatched-subscriptions.ts";
import { waitingProposalsQuery } from "#app/api/admin/waiting-proposals.ts";
import type { Loadable } from "#app/components/loaded.tsx";
import { sortByUrgency } from "#domain/firm/attention.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import {
  duplicatePlanItems,
  overdueInvoiceItems,
  pastDuePlanItems,
  planEndingItems,
  unassignedInvoiceItems,
  unmatchedPlanItems,
} from "./billing-items.ts";
import { findingItems } from "./findings-items.ts";
import type { LinkedItem } from "./linked-item.ts";
import { proposalItems } from "./proposals-items.ts";
import { inquiryItems, messageItems, planRequestItems } from "./requests-items.ts";
import { squareConnectionItems, squareSyncItems, stoppedDraftItems } from "./square-items.ts";
import { calendarItems, jobItems } from "./system-items.ts";

/**
 * Everything that needs an administrator's action, late items first, except pending bookings, which have their own card.
 * Available after every query has loaded or failed, so that rows do not move while someone is about to select one.
 * `isIncomplete` is set if some of the queries failed.
 */
export function useAttentionItems(): Loadable<LinkedItem[]> & { isIncomplete: boolean } {
  const inquiries = useQuery(openInquiriesQuery());
  const planRequests = useQuery(planRequestsQuery());
  const today = firmToday(new Date());
  const aging = useQuery(invoiceAgingQuery(today));
  const oldestOverdue = useQuery(oldestOverdueQuery());
  const pastDuePlans = useQuery(pastDueSubscriptionsQuery());
  const findings = useQuery(waitingFindingsQuery(today));
  const proposals = useQuery(waitingProposalsQuery());
  const duplicates = useQuery(duplicatePlansQuery());
  const unmatchedPlans = useQuery(unmatchedSubscriptionsQuery());
  const planEndings = useQuery(planEndingsQuery());
  const threads = useQuery(unreadThreadsQuery());
  const connection = useQuery(squareStatusQuery());
  const square = useQuery(squareOverviewQuery());
  const scheduling = useQuery(schedulingProblemsQuery());
  const drafts = useQuery(stoppedDraftsQuery());
  const jobs = useQuery(jobsOverviewQuery());
  const totals = useQuery(firmTotalsQuery());

  const queries = [
    inquiries,
    planRequests,
    aging,
    oldestOverdue,
    pastDuePlans,
    findings,
    proposals,
    duplicates,
    unmatchedPlans,
    planEndings,
    threads,
    connection,
    square,
    scheduling,
    drafts,
    jobs,
    totals,
  ];
  const now = new Date();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const failed = queries.filter(({ data, isError }) => data === undefined && isError);
  const isSettled = queries.every(({ data, isError }) => data !== undefined || isError);
  return {
    isIncomplete: failed.length > 0,
    data:
      isSettled && failed.length < queries.length
        ? sortByUrgency([
            ...inquiryItems(inquiries.data?.inquiries ?? [], inquiries.data?.total ?? 0, now),
            ...planRequestItems(planRequests.data?.open ?? [], now),
            ...overdueInvoiceItems(aging.data ?? [], oldestOverdue.data ?? null, today),
            ...pastDuePlanItems(pastDuePlans.data ?? []),
            ...(findings.data ? findingItems(findings.data, now, timeZone) : []),
            ...(proposals.data ? proposalItems(proposals.data, now, timeZone) : []),
            ...duplicatePlanItems(duplicates.data ?? [], now),
            ...unmatchedPlanItems(unmatchedPlans.data ?? [], now),
            ...planEndingItems([...(planEndings.data?.values() ?? [])], now),
            ...messageItems(threads.data ?? [], now, timeZone),
            ...(connection.data ? squareConnectionItems(connection.data) : []),
            ...(square.data
              ? squareSyncItems({ ...square.data, differences: square.data.comparison?.left ?? 0 })
              : []),
            ...(scheduling.data ? calendarItems(scheduling.data, now) : []),
            ...stoppedDraftItems(drafts.data ?? [], now),
            ...(jobs.data ? jobItems(jobs.data) : []),
            ...unassignedInvoiceItems(totals.data?.assignableCount ?? 0),
          ])
        : undefined,
    error: queries.find(({ error }) => error)?.error ?? null,
    isFetching: queries.some(({ data, isFetching }) => data === undefined && isFetching),
    refetch: () => {
      for (const query of failed) {
        void query.refetch();
      }
    },
  };
}
