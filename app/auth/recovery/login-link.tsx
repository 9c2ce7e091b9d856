import { Link } from "react-router";
import type { House } from "#app/api/house.ts";

export const loginAddresses = { client: "/client-portal", admin: "/admin/login" } satisfies Record<
  House,
  string
>;

type LoginLinkProps = { house?: House; children?: string };

export function LoginLink({ house = "client", children = "Back to Login" }: LoginLinkProps) {
  return (
    <Link
      to={loginAddresses[house]}
      className="inline-flex min-h-6 items-center justify-self-start rounded-small text-14 text-accent underline underline-offset-4 pointer-coarse:min-h-11"
    >
      {children}
    </Link>
  );
}
