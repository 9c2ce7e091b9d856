import { Hono } from "hono";
import { queryRows } from "../../../query.ts";
import { REQUIRED_COLUMNS, serializeUser, USER_COLUMNS } from "../../accounts/users.ts";
import type { AuthContext } from "../../http/context.ts";
import { AuthError } from "../../http/errors.ts";

const DEFAULT_PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 1000;
const MATCHES_FILTER = `
  ($1::text is null or email like '%' || $1 || '%' or raw_user_meta_data ->> 'full_name' ilike '%' || $1 || '%')`;

/**
 * GET /admin/users?page=1&per_page=50&sort=created_at%20asc&filter=text, newest first by default. `filter` matches part of
 * the address or of the full name in `user_metadata`.
 */
export function listUsersRoute(auth: AuthContext): Hono {
  return new Hono().get("/admin/users", async (context) => {
    const page = parsePositiveInteger(context.req.query("page"), 1);
    const perPage = Math.min(
      parsePositiveInteger(context.req.query("per_page"), DEFAULT_PAGE_SIZE),
      MAX_PAGE_SIZE,
    );
    const isOldestFirst = parseSort(context.req.query("sort") ?? "") === "asc";
    const filter = context.req.query("filter") || null;
    const [users, [count]] = await Promise.all([
      queryRows(
        auth.pool,
        `select ${USER_COLUMNS} from auth.users as account where deleted_at is null and ${MATCHES_FILTER}
         order by case when $4::boolean then account.created_at end,
                  case when not $4 then account.created_at end desc, account.id limit $2 offset $3
         ${REQUIRED_COLUMNS}, email`,
        [filter, perPage, (page - 1) * perPage, isOldestFirst],
      ),
      queryRows(
        auth.pool,
        `select count(*)::int as total from auth.users where deleted_at is null and ${MATCHES_FILTER}`,
        [filter],
      ),
    ]);
    const total = count?.total ?? 0;
    const lastPage = Math.max(1, Math.ceil(total / perPage));
    const formatPageLink = (target: number, rel: string) => {
      const query = { ...context.req.query(), page: String(target), per_page: String(perPage) };
      return `</admin/users?${new URLSearchParams(query)}>; rel="${rel}"`;
    };
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

/** @throws {AuthError} 400 `validation_failed` for another field or direction */
function parseSort(text: string): "asc" | "desc" {
  const [field = "", direction = "desc", ...rest] = text === "" ? ["created_at"] : text.split(" ");
  if (field !== "created_at" || rest.length > 0) {
    throw new AuthError(400, "validation_failed", `Bad Sort Parameters: bad field for sort '${field}'`);
  }
  if (direction !== "asc" && direction !== "desc") {
    throw new AuthError(
      400,
      "validation_failed",
      `Bad Sort Parameters: bad direction for sort '${direction}', only 'asc' and 'desc' allowed`,
    );
  }
  return direction;
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
