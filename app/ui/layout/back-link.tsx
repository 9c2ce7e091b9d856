import { Link } from "react-router";
import { ArrowLeft } from "#app/ui/icons.tsx";

/** Link above a page's header to the list that the page belongs to. */
export function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <Link
      to={to}
      className="mb-4 inline-flex min-h-6 items-center gap-2 rounded-small text-14 text-muted hover:text-text pointer-coarse:-mt-2.5 pointer-coarse:mb-1.5 pointer-coarse:min-h-11 print:hidden"
    >
      <ArrowLeft aria-hidden="true" className="size-4" />
      {label}
    </Link>
  );
}
