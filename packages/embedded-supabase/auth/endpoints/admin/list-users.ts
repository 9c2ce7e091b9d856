import { Hono } from "hono";
import { queryRows } from "../../../query.ts";
import { REQUIRED_COLUMNS, serializeUser, USER_COLUMNS } from "../../accounts/users.ts";
import type { AuthContext } from "../../http/context.ts";
import { AuthError } from "../../http/errors.ts";

const DEFAULT_PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 1000;

/** GET /admin/users?page=1&per_page=50, newest first. */
export function listUsersRoute(auth: AuthContext): Hono {
  return new Hono().get("/admin/users", async (context) => {
    const page = parsePositiveInteger(context.req.query("page"), 1);
    const perPage = Math.min(
      parsePositiveInteger(context.req.query("per_page"), DEFAULT_PAGE_SIZE),
      MAX_PAGE_SIZE,
    );
    const [users, [count]] = await Promise.all([
      queryRows(
        auth.pool,
        `select ${USER_COLUMNS} from auth.users as account where deleted_at is null
         order by account.created_at desc, account.id limit $1 offset $2
         ${REQUIRED_COLUMNS}, email`,
        [perPage, (page - 1) * perPage],
      ),
      queryRows(auth.pool, "select count(*)::int as total from auth.users where deleted_at is null"),
    ]);
    const total = count?.total ?? 0;
    const lastPage = Math.max(1, Math.ceil(total / perPage));
    const formatPageLink = (target: number, rel: string) =>
      `</admin/users?page=${target}&per_page=${perPage}>; rel="${rel}"`;
    context.header("x-total-count", String(total));
    context.header(
      "link",
      [...(page < lastPage ? [formatPageLink(page + 1, "next")] : []), formatPageLink(lastPage, "last")].join(
        ", ",
      ),
    );
    return context.json({ users: users.map(serializeUser), aud: "authenticated" });
  });
}

function parsePositiveInteger(text: string | undefined, fallback: number): number {
  if (text === undefined || text === "") {
    return fallback;
  }
  if (!/^[1-9]\d{0,8}$/.test(text)) {
    throw new AuthError(400, "validation_failed", "Bad Pagination Parameters");
  }
  return Number(text);
}
