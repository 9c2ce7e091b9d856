import type { Inquiry } from "#app/api/admin/inquiries.ts";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { replyDeadlineBadge } from "#domain/inquiries/inquiry.ts";

/** Time left to reply. Renders nothing if no reply is due. */
export function ReplyDeadlineBadge({ inquiry }: { inquiry: Pick<Inquiry, "status" | "created_at"> }) {
  const deadline = replyDeadlineBadge(inquiry, new Date());
  return deadline && <Badge tone={deadline.tone}>{deadline.label}</Badge>;
}
