import { Link } from "react-router";
import { brand } from "#brand";

/** Brand name that links to the home page. */
export function BrandLink() {
  return (
    <Link to="/" className="rounded-small font-semibold text-18 tracking-tight">
      {brand.name}
    </Link>
  );
}
