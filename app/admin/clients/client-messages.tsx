import { ButtonLink } from "#app/ui/button.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { ConversationPanel } from "../messages/conversation-panel.tsx";

/** Messages shown on the client page. The conversation page shows more. */
const PAGE_SIZE = 3;

/** Card with the latest messages and the reply form. */
export function ClientMessages({ clientId, company }: { clientId: string; company: string }) {
  return (
    <Card>
      <CardHeader
        title="Messages"
        action={
          <ButtonLink to={`/admin/messages/${clientId}`} size="small">
            Open conversation
          </ButtonLink>
        }
      />
      <ConversationPanel clientId={clientId} company={company} pageSize={PAGE_SIZE} scrollsToEnd={false} />
    </Card>
  );
}
