import { Link } from "react-router";

type RecordNameProps = {
  name: string;
  /** The record's page. Without it, the name is text. */
  to?: string | undefined;
};

/** The name of a record in a list: at most two lines, with the full name as a tooltip. */
export function RecordName({ name, to }: RecordNameProps) {
  const text = (
    <span title={name} className="wrap-anywhere line-clamp-2">
      {name}
    </span>
  );
  return to ? (
    <Link
      to={to}
      className="inline-flex min-h-6 max-w-full items-center rounded-small hover:text-accent hover:underline"
    >
      {text}
    </Link>
  ) : (
    text
  );
}
