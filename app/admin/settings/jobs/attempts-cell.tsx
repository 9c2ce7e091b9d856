import { Timestamp } from "../timestamp.tsx";

type AttemptsCellProps = { label: string; timestamp: string; attempts: string; nextTryAt: string | null };

/** Cell with a labeled timestamp, the number of attempts and the time of the next attempt. */
export function AttemptsCell({ label, timestamp, attempts, nextTryAt }: AttemptsCellProps) {
  return (
    <span className="block text-13">
      <span className="block">
        {label} <Timestamp at={timestamp} />
      </span>
      <span className="block text-muted">{attempts}</span>
      {nextTryAt && (
        <span className="block text-muted">
          Next <Timestamp at={nextTryAt} />
        </span>
      )}
    </span>
  );
}
