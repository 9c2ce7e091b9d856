import type { ReactNode } from "react";

type RecordCardProps = {
  title: ReactNode;
  /** Whom the record belongs to, below the title. */
  owner?: ReactNode;
  /** Top right, such as an amount. */
  amount?: ReactNode;
  /** Status badges, or a select with the status. */
  status?: ReactNode;
  /** Menu with the actions. */
  menu?: ReactNode;
  /** `CardDetail` elements, next to the status if they fit. */
  children?: ReactNode;
};

/** A record of a list on a narrow screen. */
export function RecordCard({ title, owner, amount, status, menu, children }: RecordCardProps) {
  return (
    <>
      <div className="flex items-start gap-2">
        <div className="flex min-w-0 flex-1 flex-wrap items-start justify-between gap-x-4">
          <div className="min-w-0 flex-1 basis-32">
            <div className="font-medium text-16">{title}</div>
            {owner && <div className="text-muted">{owner}</div>}
          </div>
          {amount && <div className="tabular ml-auto shrink-0 text-right font-medium text-16">{amount}</div>}
        </div>
        {menu && <div className="-mt-2 -mr-2 shrink-0">{menu}</div>}
      </div>
      <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1">
        {status}
        {children}
      </div>
    </>
  );
}

type CardDetailProps = {
  label?: string;
  /** The detail is hidden if this is null. */
  value: ReactNode;
};

/** A value in a `RecordCard`, after its label if it needs one. */
export function CardDetail({ label, value }: CardDetailProps) {
  if (value === null) {
    return null;
  }
  return (
    <span className="tabular text-13 text-muted">
      {label && `${label} `}
      {value}
    </span>
  );
}
