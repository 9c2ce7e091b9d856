import { Link } from "react-router";
import { Wordmark } from "./wordmark.tsx";

/** Logo and brand name that link to the home page. */
export function BrandLink() {
  return (
    <Link to="/" className="inline-block rounded-small">
      <Wordmark />
    </Link>
  );
}
