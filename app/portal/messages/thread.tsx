import { isSending, type OwnMessage } from "#app/data/messages.ts";
import { Mark } from "#app/ui/badge.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { brand } from "#brand";
import { formatDate } from "#domain/calendar-date.ts";
import { byDay } from "#domain/message.ts";

type ThreadProps = { messages: readonly OwnMessage[]; isNew: (message: OwnMessage) => boolean };

/** Day by day; what comes in while it is open is read out politely. */
export function Thread({ messages, isNew }: ThreadProps) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <div role="log" aria-label="Messages" className="grid gap-6">
      {byDay(messages, timeZone).map(({ day, messages: ofDay }) => (
        <section key={day} aria-label={formatDate(day)} className="grid gap-3">
          <h2 className="text-center text-13 text-muted">{formatDate(day)}</h2>
          {ofDay.map((message) => (
            <Message key={message.id} message={message} isNew={isNew(message)} />
          ))}
        </section>
      ))}
    </div>
  );
}

function Message({ message, isNew }: { message: OwnMessage; isNew: boolean }) {
  const isOwn = message.sender_role === "client";
  const time = new Date(message.created_at).toLocaleTimeString("en-US", { timeStyle: "short" });
  return (
    <article
      className={classNames(
        "max-w-[85%] rounded-medium border px-4 py-3 sm:max-w-[75%]",
        isOwn ? "justify-self-end border-line bg-raised" : "justify-self-start border-line bg-surface",
        isSending(message) && "border-dashed",
      )}
    >
      <p className="mb-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-13 text-muted">
        <span className="font-medium text-text">{isOwn ? "You" : brand.name}</span>
        <time dateTime={message.created_at}>{time}</time>
        {isNew && <Mark>New</Mark>}
        {isOwn && message.read_by_firm_at && <span>Read</span>}
        {isSending(message) && <span>Sending...</span>}
      </p>
      <p className="wrap-anywhere whitespace-pre-wrap text-14">{message.body}</p>
    </article>
  );
}
