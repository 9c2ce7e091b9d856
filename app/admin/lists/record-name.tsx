import { Link } from "react-router";
import { classNames } from "#app/ui/class-names.ts";

type RecordNameProps = {
  name: string;
  /** The record's page, which shows the full name. Without it, the name is text. */
  to?: string | undefined;
  /** Opens a dialog that shows the full name. */
  onOpen?: () => void;
};

const NAME_CLASSES =
  "inline-flex min-h-6 max-w-full items-center rounded-small hover:text-accent hover:underline";

/**
 * The name of a record in a list: at most two lines, with the full name as a tooltip. Touch screens have no tooltips, so
 * they show the full name if it is not a link to a page that shows it.
 */
export function RecordName({ name, to, onOpen }: RecordNameProps) {
  const text = (
    <span
      title={name}
      className={classNames("wrap-anywhere", to || onOpen ? "line-clamp-2" : "pointer-fine:line-clamp-2")}
    >
      {name}
    </span>
  );
  if (onOpen) {
    return (
      <button type="button" aria-haspopup="dialog" className={`${NAME_CLASSES} text-left`} onClick={onOpen}>
        {text}
      </button>
    );
  }
  return to ? (
    <Link to={to} className={NAME_CLASSES}>
      {text}
    </Link>
  ) : (
    text
  );
}
