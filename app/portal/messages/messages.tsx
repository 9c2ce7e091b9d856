import { useQuery } from "@tanstack/react-query";
import { MessagesSquare } from "lucide-react";
import { useState } from "react";
import { isSending, MESSAGES_A_PORTION, ownThread } from "#app/api/messages.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { MessageThread } from "#app/components/message-thread.tsx";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { Loading, Skeleton } from "#app/ui/skeleton.tsx";
import { brand } from "#brand";
import { counted } from "#domain/counted.ts";
import { useCurrentClient } from "../current-client.ts";
import { MessageForm } from "./message-form.tsx";
import { useReading } from "./use-reading.ts";

/** The plain thread between the client and the firm. */
export function Messages() {
  const { id } = useCurrentClient();
  const [portions, setPortions] = useState(1);
  const thread = useQuery(ownThread(id, portions));
  const isNew = useReading(thread.data?.messages);
  return (
    <>
      <PageHead title="Messages" context={`Between you and ${brand.name}`} />
      <div className="grid max-w-3xl gap-6">
        <Loaded
          query={thread}
          failed="Your messages could not be loaded."
          loading={
            <Loading text="Loading messages...">
              <div className="grid gap-3">
                <Skeleton className="h-20 w-3/4" />
                <Skeleton className="ml-auto h-20 w-3/4" />
              </div>
            </Loading>
          }
        >
          {({ messages, total }) => (
            <>
              {total > messages.length && (
                <Button
                  className="justify-self-center"
                  busy={thread.isPlaceholderData}
                  busyLabel="Loading..."
                  onClick={() => setPortions(portions + 1)}
                >
                  {`Show ${counted(Math.min(MESSAGES_A_PORTION, total - messages.length), "earlier message")}`}
                </Button>
              )}
              {messages.length === 0 ? (
                <EmptyState
                  icon={<MessagesSquare className="size-6" />}
                  title="No messages yet"
                  hint="Write to us below. Our answer appears here."
                />
              ) : (
                <MessageThread
                  messages={messages}
                  writerOf={({ sender_role }) => (sender_role === "client" ? "You" : brand.name)}
                  isOwn={({ sender_role }) => sender_role === "client"}
                  isNew={isNew}
                  isSending={isSending}
                />
              )}
              <MessageForm />
            </>
          )}
        </Loaded>
      </div>
    </>
  );
}
