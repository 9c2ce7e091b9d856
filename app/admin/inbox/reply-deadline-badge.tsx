import type { Inquiry } from "#app/api/admin/inquiries.ts";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { replyDeadlineBadge } from "#domain/inquiries/inquiry.ts";

/** Time left to reply, or a dash if no reply is due. */
export function ReplyDeadlineBadge({ inquiry }: { inquiry: Pick<Inquiry, "status" | "created_at"> }) {
  const deadline = replyDeadlineBadge(inquiry, new Date());
  if (!deadline) {
    return "—";
  }
  return <Badge tone={deadline.tone}>{deadline.label}</Badge>;
}
