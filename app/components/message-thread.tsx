import { useEffect, useRef } from "react";
import { Mark } from "#app/ui/badge.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { formatDate } from "#domain/calendar-date.ts";
import { byDay, type MessageFacts } from "#domain/message.ts";

/** A message as a thread draws it. */
export type DrawnMessage = MessageFacts & { id: string; body: string };

type MessageThreadProps<Message extends DrawnMessage> = {
  messages: readonly Message[];
  /** Who wrote it, as the reader calls them. */
  writerOf: (message: Message) => string;
  /** Whether the reader's own side wrote it: then it stands at the right. */
  isOwn: (message: Message) => boolean;
  isNew: (message: Message) => boolean;
  isSending?: (message: Message) => boolean;
};

/** Day by day, opened at the newest; what comes in while it is open is read out politely. */
export function MessageThread<Message extends DrawnMessage>({
  messages,
  ...told
}: MessageThreadProps<Message>) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const end = useRef<HTMLDivElement>(null);
  // Only on opening: what comes in later must not move what somebody reads.
  useEffect(() => {
    end.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div role="log" aria-label="Messages" className="grid gap-6">
      {byDay(messages, timeZone).map(({ day, messages: ofDay }) => (
        <section key={day} aria-label={formatDate(day)} className="grid gap-3">
          <h2 className="text-center text-13 text-muted">{formatDate(day)}</h2>
          {ofDay.map((message) => (
            <OneMessage key={message.id} message={message} {...told} />
          ))}
        </section>
      ))}
      {/* With room below for the form that answers. */}
      <div ref={end} className="scroll-mb-96" />
    </div>
  );
}

type OneMessageProps<Message extends DrawnMessage> = Omit<MessageThreadProps<Message>, "messages"> & {
  message: Message;
};

function OneMessage<Message extends DrawnMessage>({
  message,
  writerOf,
  isOwn,
  isNew,
  isSending,
}: OneMessageProps<Message>) {
  const own = isOwn(message);
  const sending = isSending?.(message);
  const time = new Date(message.created_at).toLocaleTimeString("en-US", { timeStyle: "short" });
  const readAt = message.sender_role === "client" ? message.read_by_firm_at : message.read_by_client_at;
  return (
    <article
      className={classNames(
        "max-w-[85%] rounded-medium border px-4 py-3 sm:max-w-[75%]",
        own ? "justify-self-end border-line bg-raised" : "justify-self-start border-line bg-surface",
        sending && "border-dashed",
      )}
    >
      <p className="mb-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-13 text-muted">
        <span className="font-medium text-text">{writerOf(message)}</span>
        <time dateTime={message.created_at}>{time}</time>
        {isNew(message) && <Mark>New</Mark>}
        {own && readAt && <span>Read</span>}
        {sending && <span>Sending...</span>}
      </p>
      <p className="wrap-anywhere whitespace-pre-wrap text-14">{message.body}</p>
    </article>
  );
}
