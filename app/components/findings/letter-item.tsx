import type { ReactNode } from "react";
import type { Area } from "#app/api/client/area.ts";
import type { DocumentRow } from "#app/api/shared/documents.ts";
import { CopyButton } from "#app/components/copy-button.tsx";
import { DownloadButton } from "#app/components/documents/download-button.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { type CalendarDate, formatDate } from "#domain/dates/calendar-date.ts";
import { LETTER_BADGES, type LetterStatus } from "#domain/findings/report/letter-status.ts";
import { VERIFY_PATH } from "#domain/findings/report/verification.ts";

type LetterItemProps = {
  area: Area;
  letter: {
    code: string;
    status: LetterStatus;
    issued_on: CalendarDate;
    ended_on: CalendarDate | null;
    withdrawal_reason: string;
    documents: DocumentRow | null;
  };
  /** The first line, such as the name of the project. */
  title?: ReactNode;
  /** Additional buttons. */
  actions?: ReactNode;
};

/** A letter of attestation in a list, with its code. */
export function LetterItem({ area, letter, title, actions }: LetterItemProps) {
  const { code, status, issued_on: issuedOn, ended_on: endedOn, withdrawal_reason: reason } = letter;
  const { label, tone } = LETTER_BADGES[status];
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4 text-14 first:pt-0 last:pb-0">
      <div className="grid min-w-0 gap-1">
        {title && <h2 className="wrap-anywhere font-medium text-14 tracking-normal">{title}</h2>}
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-13 text-muted">
          <Badge tone={tone}>{endedOn ? `${label} ${formatDate(endedOn)}` : label}</Badge>
          <span className="whitespace-nowrap">Issued {formatDate(issuedOn)}</span>
        </p>
        {reason && <p className="wrap-anywhere text-13">Reason: {reason}</p>}
        <p className="text-13 text-muted">
          Code <span className="font-mono text-text">{code}</span>
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        <CopyButton
          text={code}
          noun="code"
          copiedMessage="Verification code copied"
          aria-label={`Copy code ${code}`}
        />
        <ButtonLink
          size="small"
          to={`${window.location.origin}${VERIFY_PATH}?${new URLSearchParams({ code })}`}
          aria-label={`Verify letter ${code}`}
        >
          Verify letter
        </ButtonLink>
        {letter.documents && <DownloadButton area={area} document={letter.documents} />}
        {actions}
      </div>
    </li>
  );
}
