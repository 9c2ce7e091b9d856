import { useQuery } from "@tanstack/react-query";
import { MailCheck, SearchX, Send, X } from "lucide-react";
import { dismissMail, sendMailAgain, unsentMails } from "#app/api/admin-jobs.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { BareSelect } from "#app/ui/select.tsx";
import { Loading } from "#app/ui/skeleton.tsx";
import { type Column, Table } from "#app/ui/table.tsx";
import { MAIL_STATES, type MailCounts, mailState, type UnsentMail } from "#domain/background-work.ts";
import { ListFoot } from "../../lists/list-foot.tsx";
import { ListSurface } from "../../lists/list-surface.tsx";
import { useListAddress } from "../../lists/use-list-address.ts";
import { EmailText } from "../email-text.tsx";
import { ActButton } from "./act-button.tsx";
import { BounceNote } from "./bounce-note.tsx";
import { Tries } from "./tries.tsx";

const columns: ReadonlyArray<Column<UnsentMail>> = [
  {
    key: "subject",
    header: "Mail",
    isTitle: true,
    cell: ({ subject, recipient }) => (
      <>
        <span className="wrap-break-word block">{subject}</span>
        <span className="block font-normal text-13 text-muted">
          To <EmailText email={recipient} />
        </span>
      </>
    ),
  },
  {
    key: "state",
    header: "State",
    cell: ({ state, lastError, kind, bounce }) => {
      const { label, tone } = mailState(state);
      return (
        <>
          <Badge tone={tone}>{label}</Badge>
          {lastError && (
            <span className="wrap-anywhere mt-1 block max-w-[36ch] text-13 text-muted">{lastError}</span>
          )}
          {bounce && <BounceNote kind={kind} bounce={bounce} />}
        </>
      );
    },
  },
  {
    key: "tries",
    header: "Tries",
    cell: ({ createdAt, attempts, nextTryAt }) => (
      <Tries began="Written" beganAt={createdAt} words={timesTried(attempts)} nextTryAt={nextTryAt} />
    ),
  },
  {
    key: "actions",
    header: "Actions",
    isActions: true,
    cell: ({ id, subject, recipient, state, canBeSentAgain }) => (
      <span className="flex flex-wrap gap-2 xl:flex-col xl:items-stretch">
        {canBeSentAgain && (
          <ActButton
            label={`Send again: ${subject} to ${recipient}`}
            icon={<Send aria-hidden="true" className="size-4" />}
            act={() => sendMailAgain(id)}
            done={`The mail to ${recipient} is tried again`}
            failed="The mail could not be sent again"
          >
            Send again
          </ActButton>
        )}
        {state !== "waiting" && (
          <ActButton
            label={`Dismiss: ${subject} to ${recipient}`}
            icon={<X aria-hidden="true" className="size-4" />}
            question={`Dismiss “${subject}” to ${recipient}? ${state === "bounced" ? "It leaves this list." : "It is not tried again."}`}
            act={() => dismissMail(id)}
            done={`The mail to ${recipient} is dismissed`}
            failed="The mail could not be dismissed"
          >
            Dismiss
          </ActButton>
        )}
      </span>
    ),
  },
];

function timesTried(attempts: number): string {
  if (attempts === 0) return "Not tried yet";
  return attempts === 1 ? "Tried once" : `Tried ${attempts} times`;
}

const options = MAIL_STATES.map((value) => ({ value, label: mailState(value).label }));

/** Mail that waits, failed, was given up, or came back. What a mail says is not shown: it may hold a link that opens an account. */
export function UnsentMailList({ counts }: { counts: MailCounts }) {
  const { status: state, page, change } = useListAddress(MAIL_STATES);
  const mails = useQuery(unsentMails({ state, page }));
  return (
    <section aria-labelledby="unsent-mail">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <div>
          <h3 id="unsent-mail" className="text-16">
            Mail not delivered
          </h3>
          <p className="tabular mt-1 text-13 text-muted">
            {counts.waiting} waiting, {counts.failing} failed and tried again, {counts.givenUp} given up,{" "}
            {counts.bounced} came back
          </p>
        </div>
        <BareSelect
          aria-label="Filter by state"
          placeholder="All states"
          options={options}
          value={state}
          onChange={(event) => change({ status: event.currentTarget.value })}
        />
      </div>
      <Loaded
        query={mails}
        failed="The mails could not be loaded."
        loading={<Loading text="Loading mails..." rows={3} />}
      >
        {(found) => (
          <ListSurface
            table={
              found.rows.length > 0 && (
                <Table
                  label="Mail not delivered"
                  cardsBelow="xl"
                  columns={columns}
                  rows={found.rows}
                  rowKey={({ id }) => id}
                />
              )
            }
            empty={
              state ? (
                <EmptyState
                  icon={<SearchX className="size-6" />}
                  title="No mail found"
                  hint="Try another state"
                />
              ) : (
                <EmptyState
                  icon={<MailCheck className="size-6" />}
                  title="No undelivered mail"
                  hint="What a mail server does not take, or sends back, is listed here"
                />
              )
            }
            foot={<ListFoot page={found} noun="mail" onPage={(wanted) => change({ page: wanted })} />}
          />
        )}
      </Loaded>
    </section>
  );
}
