import { useEffect, useRef } from "react";
import { classNames } from "#app/ui/class-names.ts";
import { Tag } from "#app/ui/feedback/badge.tsx";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { formatTimeWithZone } from "#domain/dates/date-time.ts";
import { groupByDay, type ReadableMessage } from "#domain/messages/message.ts";

export type ThreadMessage = ReadableMessage & { id: string; body: string };

type MessageThreadProps<Message extends ThreadMessage> = {
  messages: readonly Message[];
  /** Author name as shown to the reader. */
  getAuthor: (message: Message) => string;
  /** Messages sent by the reader's side are aligned right. */
  isOwn: (message: Message) => boolean;
  isNew: (message: Message) => boolean;
  isSending?: (message: Message) => boolean;
  /** Whether to scroll to the newest message. Off where the thread is one of several cards. */
  scrollsToEnd?: boolean;
};

/**
 * Messages grouped by day, scrolled to the newest. Screen readers announce new messages without interrupting.
 */
export function MessageThread<Message extends ThreadMessage>({
  messages,
  scrollsToEnd = true,
  ...bubbleProps
}: MessageThreadProps<Message>) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const endRef = useRef<HTMLDivElement>(null);
  const lastMessage = messages.at(-1);
  const lastOwnId = lastMessage && bubbleProps.isOwn(lastMessage) ? lastMessage.id : null;
  // Scroll on open and to messages of the reader's side. Others must not move the text being read.
  const isOpening = useRef(true);
  useEffect(() => {
    if (isOpening.current ? scrollsToEnd : lastOwnId !== null) {
      endRef.current?.scrollIntoView({ block: "nearest" });
    }
    isOpening.current = false;
  }, [lastOwnId, scrollsToEnd]);
  return (
    <div role="log" aria-label="Messages" className="grid gap-6">
      {groupByDay(messages, timeZone).map(({ day, messages: dayMessages }) => (
        <section key={day} aria-label={formatDate(day)} className="grid gap-3">
          <h2 className="text-center text-13 text-muted">{formatDate(day)}</h2>
          {dayMessages.map((message) => (
            <MessageBubble key={message.id} message={message} timeZone={timeZone} {...bubbleProps} />
          ))}
        </section>
      ))}
      <div ref={endRef} className="conversation-end" />
    </div>
  );
}

type MessageBubbleProps<Message extends ThreadMessage> = Omit<
  MessageThreadProps<Message>,
  "messages" | "scrollsToEnd"
> & {
  message: Message;
  timeZone: string;
};

function MessageBubble<Message extends ThreadMessage>({
  message,
  timeZone,
  getAuthor,
  isOwn,
  isNew,
  isSending,
}: MessageBubbleProps<Message>) {
  const isOwnMessage = isOwn(message);
  const isPending = isSending?.(message);
  const time = formatTimeWithZone(new Date(message.created_at), timeZone);
  const readAt = message.sender_role === "client" ? message.read_by_firm_at : message.read_by_client_at;
  return (
    <article
      className={classNames(
        "max-w-[85%] rounded-medium border px-4 py-3 sm:max-w-[75%]",
        isOwnMessage ? "justify-self-end border-line bg-raised" : "justify-self-start border-line bg-surface",
        isPending && "border-dashed",
      )}
    >
      <p className="mb-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-13 text-muted">
        <span className="font-medium text-text">{getAuthor(message)}</span>
        <time dateTime={message.created_at}>{time}</time>
        {isNew(message) && <Tag>New</Tag>}
        {isOwnMessage && readAt && <span>Read</span>}
        {isPending && <span>Sending...</span>}
      </p>
      <p className="wrap-anywhere whitespace-pre-wrap text-14">{message.body}</p>
    </article>
  );
}
