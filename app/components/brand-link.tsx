import { Link } from "react-router";
import { Wordmark } from "./wordmark.tsx";

/** Logo and brand name that link to the home page. If `isCompact`, phones show only the logo. */
export function BrandLink({ isCompact = false }: { isCompact?: boolean }) {
  return (
    <Link to="/" className="inline-flex items-center rounded-small">
      <Wordmark isCompact={isCompact} />
    </Link>
  );
}
