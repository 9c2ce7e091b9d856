import { useQuery } from "@tanstack/react-query";
import { MessagesSquare } from "lucide-react";
import { useState } from "react";
import { clientThread, type ThreadMessage } from "#app/api/admin-messages.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { MessageThread } from "#app/components/message-thread.tsx";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Loading } from "#app/ui/skeleton.tsx";
import { counted } from "#domain/counted.ts";
import { ReplyForm } from "./reply-form.tsx";
import { useFirmReading } from "./use-firm-reading.ts";

type ConversationProps = {
  clientId: string;
  company: string;
  /** Messages shown at first, and more with each press. */
  portion: number;
};

/** What was written with a client, and the firm's next word. */
export function Conversation({ clientId, company, portion }: ConversationProps) {
  const [most, setMost] = useState(portion);
  const thread = useQuery(clientThread(clientId, most));
  const isNew = useFirmReading(thread.data?.messages);
  return (
    <div className="grid gap-6">
      <Loaded
        query={thread}
        failed="The messages could not be loaded."
        loading={<Loading text="Loading messages..." />}
      >
        {({ messages, total }) => (
          <>
            {total > messages.length && (
              <Button
                className="justify-self-center"
                busy={thread.isPlaceholderData}
                busyLabel="Loading..."
                onClick={() => setMost(most + portion)}
              >
                {`Show ${counted(Math.min(portion, total - messages.length), "earlier message")}`}
              </Button>
            )}
            {messages.length === 0 ? (
              <EmptyState
                icon={<MessagesSquare className="size-6" />}
                title="No messages yet"
                hint="The client reads yours in the portal, and is told by mail"
              />
            ) : (
              <MessageThread
                messages={messages}
                writerOf={(message) => writerOf(message, company)}
                isOwn={({ sender_role }) => sender_role === "admin"}
                isNew={isNew}
              />
            )}
          </>
        )}
      </Loaded>
      <ReplyForm clientId={clientId} company={company} />
    </div>
  );
}

/** For the firm its own people have names; an account that is gone has none. */
function writerOf({ sender_role, users }: ThreadMessage, company: string): string {
  if (sender_role === "client") return company;
  return users?.email ?? "The firm";
}
