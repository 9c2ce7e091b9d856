import { ButtonLink } from "#app/ui/button.tsx";
import { Card, CardHead } from "#app/ui/card.tsx";
import { Conversation } from "../messages/conversation.tsx";

/** Messages shown on the page of a client; the thread's own page shows more. */
const SHOWN = 3;

/** The newest messages with the client, and the form that writes the next. */
export function ClientMessages({ clientId, company }: { clientId: string; company: string }) {
  return (
    <Card>
      <CardHead
        title="Messages"
        action={
          <ButtonLink to={`/admin/messages/${clientId}`} size="small">
            Open Thread
          </ButtonLink>
        }
      />
      <Conversation clientId={clientId} company={company} portion={SHOWN} />
    </Card>
  );
}
