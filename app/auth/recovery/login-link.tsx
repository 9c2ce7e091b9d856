import { Link } from "react-router";
import type { Area } from "#app/api/client/area.ts";

export const LOGIN_PATHS = { client: "/client-portal", admin: "/admin/login" } satisfies Record<Area, string>;

type LoginLinkProps = {
  area?: Area;
  children?: string;
};

export function LoginLink({ area = "client", children = "Back to Login" }: LoginLinkProps) {
  return (
    <Link
      to={LOGIN_PATHS[area]}
      className="inline-flex min-h-6 items-center justify-self-start rounded-small text-14 text-accent underline underline-offset-4 pointer-coarse:min-h-11"
    >
      {children}
    </Link>
  );
}
