import { Hono } from "hono";
import type { AuthContext } from "../context.ts";
import { AuthError } from "../errors.ts";
import { type UserRow, userAnswer, userColumns } from "../users.ts";

const usualPage = 50;
const largestPage = 1000;

/** GET /admin/users?page=1&per_page=50, newest first. */
export function listUsers(auth: AuthContext): Hono {
  return new Hono().get("/admin/users", async (context) => {
    const page = wholeNumber(context.req.query("page"), 1);
    const perPage = Math.min(wholeNumber(context.req.query("per_page"), usualPage), largestPage);
    const [{ rows }, { rows: counted }] = await Promise.all([
      auth.pool.query<UserRow>(
        `select ${userColumns} from auth.users as account where deleted_at is null
         order by account.created_at desc, account.id limit $1 offset $2`,
        [perPage, (page - 1) * perPage],
      ),
      auth.pool.query<{ total: number }>(
        "select count(*)::int as total from auth.users where deleted_at is null",
      ),
    ]);
    const total = counted[0]?.total ?? 0;
    const last = Math.max(1, Math.ceil(total / perPage));
    const link = (to: number, rel: string) => `</admin/users?page=${to}&per_page=${perPage}>; rel="${rel}"`;
    context.header("x-total-count", String(total));
    context.header("link", [...(page < last ? [link(page + 1, "next")] : []), link(last, "last")].join(", "));
    return context.json({ users: rows.map(userAnswer), aud: "authenticated" });
  });
}

function wholeNumber(text: string | undefined, otherwise: number): number {
  if (text === undefined || text === "") return otherwise;
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new AuthError(400, "validation_failed", "Bad Pagination Parameters");
  return Number(text);
}
