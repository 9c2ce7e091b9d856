import { useQuery } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import { newInquiries } from "#app/api/admin-inquiries.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card, CardHead } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Loading } from "#app/ui/skeleton.tsx";
import { relativeTime } from "#domain/relative-time.ts";
import { ClockBadge } from "../inbox/clock-badge.tsx";

export function NewInquiriesCard() {
  const inquiries = useQuery(newInquiries());
  const now = new Date();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <Card>
      <CardHead
        title="New Inquiries"
        action={
          <ButtonLink to="/admin/inbox" size="small">
            Open Inbox
          </ButtonLink>
        }
        context={
          inquiries.data && inquiries.data.total > 0
            ? `${inquiries.data.total} new, promised an answer within 24 hours`
            : null
        }
      />
      <Loaded
        query={inquiries}
        failed="The inquiries could not be loaded."
        loading={<Loading text="Loading inquiries..." rows={2} />}
      >
        {({ inquiries: newest }) =>
          newest.length === 0 ? (
            <EmptyState icon={<Inbox className="size-6" />} title="No new inquiries" />
          ) : (
            <ul className="divide-y divide-line">
              {newest.map((inquiry) => (
                <li
                  key={inquiry.id}
                  className="flex items-start justify-between gap-4 py-3 text-14 first:pt-0 last:pb-0"
                >
                  <div className="min-w-0">
                    <p className="font-medium">{inquiry.company}</p>
                    <p className="text-muted">{inquiry.service_interest}</p>
                    <p className="font-mono text-13 text-faint">{inquiry.reference}</p>
                  </div>
                  <div className="shrink-0 text-right">
                    <ClockBadge inquiry={inquiry} />
                    <p className="tabular text-13 text-muted">
                      {relativeTime(inquiry.created_at, now, timeZone)}
                    </p>
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}
