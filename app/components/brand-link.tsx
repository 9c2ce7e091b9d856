import { Link } from "react-router";
import { brand } from "#brand";

/** The brand name, linking to the home page. */
export function BrandLink() {
  return (
    <Link to="/" className="rounded-small font-semibold text-18 tracking-tight">
      {brand.name}
    </Link>
  );
}
