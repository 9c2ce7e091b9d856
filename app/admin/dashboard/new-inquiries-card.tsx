import { useQuery } from "@tanstack/react-query";
import { newInquiriesQuery } from "#app/api/admin/inquiries.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { Inbox } from "#app/ui/icons.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { formatRelativeTime } from "#domain/dates/relative-time.ts";
import { ReplyDeadlineBadge } from "../inbox/reply-deadline-badge.tsx";

export function NewInquiriesCard() {
  const inquiries = useQuery(newInquiriesQuery());
  const now = new Date();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <Card>
      <CardHeader
        title="New Inquiries"
        action={
          <ButtonLink to="/admin/inbox" size="small">
            Open inbox
          </ButtonLink>
        }
        subtitle={
          inquiries.data && inquiries.data.total > 0
            ? `${inquiries.data.total} new · reply due within 24 hours`
            : null
        }
      />
      <Loaded
        query={inquiries}
        errorMessage="We couldn't load the inquiries."
        loading={<Loading text="Loading inquiries..." rows={2} />}
      >
        {({ inquiries: latest }) =>
          latest.length === 0 ? (
            <EmptyState icon={<Inbox className="size-6" />} title="No new inquiries" />
          ) : (
            <ul className="divide-y divide-line">
              {latest.map((inquiry) => (
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
                    <ReplyDeadlineBadge inquiry={inquiry} />
                    <p className="tabular text-13 text-muted">
                      {formatRelativeTime(inquiry.created_at, now, timeZone)}
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
