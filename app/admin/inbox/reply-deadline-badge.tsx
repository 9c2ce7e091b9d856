import type { Inquiry } from "#app/api/admin/inquiries.ts";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { replyDeadline } from "#domain/inquiries/inquiry.ts";

/** Time left until the reply is due, or a dash after the reply. */
export function ReplyDeadlineBadge({ inquiry }: { inquiry: Pick<Inquiry, "status" | "created_at"> }) {
  const deadline = replyDeadline(inquiry, new Date());
  if (!deadline) {
    return "—";
  }
  return <Badge tone={deadline.tone}>{deadline.label}</Badge>;
}
