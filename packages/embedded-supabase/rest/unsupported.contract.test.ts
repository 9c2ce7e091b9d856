import { beforeAll, describe, expect, test } from "vitest";
import { readContractProject } from "#src/test-support/contract-project.ts";
import { createRestEnvironment, type RestCaller } from "#src/test-support/rest-environment.ts";
import { CONTRACT_TARGETS } from "#src/test-support/test-backend.ts";

const SCHEMA = `
create domain public.color as integer;
create function public.color_to_json(public.color) returns json language sql immutable as $$ select to_json('#' || $1::integer) $$;
create cast (public.color as json) with function public.color_to_json(public.color) as implicit;
create table public.paints (id integer primary key, shade public.color);
create table public.designers (id integer primary key, name text not null);
create table public.games (id integer primary key, designer_id integer references public.designers);
create function public.always_true(public.designers) returns boolean language sql stable as $$ select true $$;
create function public.designers(public.games) returns setof public.designers rows 1 language sql stable as
  $$ select * from public.designers where id = $1.designer_id $$;
create function public.unnamed(integer) returns integer language sql as $$ select $1 $$;
create function public.many(variadic a integer[]) returns integer language sql as $$ select 1 $$;
create function public.shapeless() returns record language sql as $$ select 1, 2 $$;
grant all on all tables in schema public to service_role;
grant execute on all functions in schema public to service_role;
`;

describe.skipIf(readContractProject(process.env)).each(CONTRACT_TARGETS)(
  "unsupported features on $name",
  (target) => {
    let service: RestCaller;
    beforeAll(async () => {
      const { pool } = await target.database();
      await pool.query(SCHEMA);
      ({ service } = createRestEnvironment(pool));
    });

    test.each([
      ["designers?select=always_true", 'computed column "always_true" of "designers"'],
      ["designers?always_true=eq.true", 'computed column "always_true" of "designers"'],
      ["designers?order=always_true", 'computed column "always_true" of "designers"'],
      ["games?select=id,designers(name)", 'computed relationship "designers" of "games"'],
      ["paints", 'column "shade" of "paints"'],
      ["paints?select=shade", 'column "shade" of "paints"'],
      ["paints?select=id&shade=eq.1", 'column "shade" of "paints"'],
      ["rpc/unnamed", 'function "public.unnamed"'],
      ["rpc/many?a=1", 'function "public.many"'],
      ["rpc/shapeless", 'function "public.shapeless"'],
    ])("rejects %s and names the feature", async (path, message) => {
      const response = await service.request(path);
      expect({ status: response.status, body: await response.json() }).toMatchObject({
        status: 400,
        body: { code: "PGRST100", message, details: expect.stringContaining("not supported") },
      });
    });

    test("rejects writes to a column whose domain has casts to JSON", async () => {
      const response = await service.request("paints", { method: "POST", body: '{"id": 1, "shade": "#1"}' });
      expect({ status: response.status, body: await response.json() }).toMatchObject({
        status: 400,
        body: { code: "PGRST100", message: 'column "shade" of "paints"' },
      });
    });

    test("allows reading the other columns of these tables", async () => {
      expect((await service.request("paints?select=id")).status).toBe(200);
      expect((await service.request("designers?select=*")).status).toBe(200);
      expect((await service.request("games?select=id")).status).toBe(200);
    });
  },
);
