import { Link } from "react-router";
import { brand } from "#brand";

/** The firm's name, leading to the site. */
export function BrandLink() {
  return (
    <Link to="/" className="rounded-small font-semibold text-18 tracking-tight">
      {brand.name}
    </Link>
  );
}
