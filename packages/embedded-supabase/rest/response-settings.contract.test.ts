import { beforeAll, describe, expect, test } from "vitest";
import { readContractProject } from "#src/test-support/contract-project.ts";
import { createRestEnvironment, type RestCaller } from "#src/test-support/rest-environment.ts";
import { CONTRACT_TARGETS } from "#src/test-support/test-backend.ts";

const SCHEMA = `
create function public.set_response(setting text, value text) returns json language plpgsql as
  $$ begin perform set_config('response.' || setting, value, true); return '{"set": true}'; end $$;
create function public.set_response_permanently() returns json language plpgsql as
  $$ begin perform set_config('response.status', '403', false); return '{}'; end $$;
create function public.raise_pgrst(message_json text, detail_json text default null) returns void language plpgsql as
  $$ begin
    if detail_json is null then raise sqlstate 'PGRST' using message = message_json; end if;
    raise sqlstate 'PGRST' using message = message_json, detail = detail_json;
  end $$;
create function public.raise_status(code text) returns void language plpgsql as
  $$ begin raise exception 'Wrong' using errcode = code; end $$;
create function public.request_path() returns text language sql stable as $$ select current_setting('request.path') $$;
create function public.request_headers() returns text language sql stable as $$ select current_setting('request.headers') $$;
create table public.plain (id integer primary key);
create view public.totals as select count(*) from public.plain;
create function public.count_rows() returns bigint language sql stable as $$ select count(*) from public.plain $$;
grant execute on all functions in schema public to service_role;
grant all on all tables in schema public to service_role;
`;

// In the comments below, names that end in Spec are files in PostgREST's test/spec/Feature.
describe.skipIf(readContractProject(process.env)).each(CONTRACT_TARGETS)("responses on $name", (target) => {
  let service: RestCaller;
  beforeAll(async () => {
    const { pool } = await target.database();
    await pool.query(SCHEMA);
    ({ service } = createRestEnvironment(pool));
  });

  const call = async (name: string, args: object) => {
    const response = await service.request(`rpc/${name}`, { method: "POST", body: JSON.stringify(args) });
    const text = await response.text();
    const body: unknown = text === "" ? null : JSON.parse(text);
    return { status: response.status, headers: response.headers, body };
  };

  test("a function sets the status and headers of the response", async () => {
    // See RpcSpec: "response.headers", "response.status".
    expect(await call("set_response", { setting: "status", value: "418" })).toMatchObject({
      status: 418,
      body: { set: true },
    });
    const { headers } = await call("set_response", {
      setting: "headers",
      value: '[{"Set-Cookie": "a=1"}, {"Set-Cookie": "b=2"}, {"Content-Type": "application/hal+json"}]',
    });
    expect(headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    expect(headers.get("content-type")).toBe("application/hal+json");
    expect((await call("set_response", { setting: "status", value: "204" })).body).toBeNull();
  });

  test.each([
    { setting: "status", value: "many", code: "PGRST112" },
    { setting: "status", value: "99", code: "PGRST112" },
    { setting: "headers", value: '{"a": "b"}', code: "PGRST111" },
    { setting: "headers", value: '[{"a": 1}]', code: "PGRST111" },
    { setting: "headers", value: '[{"a": "b", "c": "d"}]', code: "PGRST111" },
    { setting: "headers", value: '[{"a": "b\\r\\nc"}]', code: "PGRST111" },
    { setting: "headers", value: "not json", code: "PGRST111" },
  ])("rejects response.$setting $value with $code", async ({ setting, value, code }) => {
    // See RpcSpec: "fails with 500 when the header is not valid".
    expect(await call("set_response", { setting, value })).toMatchObject({ status: 500, body: { code } });
  });

  test("settings of one request do not apply to the next one on the same connection", async () => {
    expect((await call("set_response_permanently", {})).status).toBe(403);
    const statuses = await Promise.all(
      Array.from({ length: 10 }, async () => (await service.request("plain")).status),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  test("returns the error, status and headers of raise sqlstate 'PGRST'", async () => {
    // See ErrorSpec: "raise_sqlstate_test1".
    const raised = await call("raise_pgrst", {
      message_json: '{"code":"123","message":"ABC","details":"DEF","hint":"XYZ"}',
      detail_json: '{"status":402,"headers":{"X-Header":"str"}}',
    });
    expect(raised).toMatchObject({
      status: 402,
      body: { code: "123", message: "ABC", details: "DEF", hint: "XYZ" },
    });
    expect(raised.headers.get("x-header")).toBe("str");
  });

  test.each([
    {
      args: { message_json: "INVALID", detail_json: "{}" },
      details: "Invalid JSON value for MESSAGE: 'INVALID'",
    },
    {
      args: { message_json: '{"code":"1","message":"A"}', detail_json: "INVALID" },
      details: "Invalid JSON value for DETAIL: 'INVALID'",
    },
    {
      args: { message_json: '{"code":"1","message":"A"}' },
      details: "DETAIL is missing in the RAISE statement",
    },
  ])("explains an invalid raise sqlstate 'PGRST': $details", async ({ args, details }) => {
    // See RpcSpec: "returns error for invalid JSON in the MESSAGE option".
    expect(await call("raise_pgrst", args)).toMatchObject({
      status: 500,
      body: { code: "PGRST121", details },
    });
  });

  test.each([
    ["PT402", 402],
    ["PT503", 503],
    ["PT40A", 500],
    ["PT999", 500],
  ])("raise sqlstate '%s' returns the status %i", async (code, status) => {
    // See RpcSpec: "raise_pt402", "raise_bad_pt".
    expect(await call("raise_status", { code })).toMatchObject({ status, body: { code, message: "Wrong" } });
  });

  test("an error whose status does not allow a body has none", async () => {
    expect(await call("raise_status", { code: "PT204" })).toMatchObject({ status: 204, body: null });
  });

  test("functions and policies see the path without /rest/v1", async () => {
    // See RpcSpec: "gets the request.path".
    expect((await service.supabase.rpc("request_path")).data).toBe("/rpc/request_path");
  });

  test("functions and policies see the header that selects a client, and no earlier one", async () => {
    const readHeaders = async (headers: HeadersInit) =>
      (await service.request("rpc/request_headers", { method: "POST", body: "{}", headers })).json();
    expect(await readHeaders({ "X-Client-Id": 'a"b' })).toBe('{"x-client-id":"a\\"b"}');
    expect(await readHeaders({})).toBe("{}");
  });

  test("OPTIONS lists the methods of a table, a read-only view and a function", async () => {
    // See OptionsSpec. PUT is not supported.
    const readAllow = async (path: string) => {
      const response = await service.request(path, { method: "OPTIONS" });
      return `${response.status} ${response.headers.get("allow")}`;
    };
    expect(await readAllow("plain")).toBe("200 OPTIONS,GET,HEAD,POST,PATCH,DELETE");
    expect(await readAllow("totals")).toBe("200 OPTIONS,GET,HEAD");
    expect(await readAllow("rpc/set_response")).toBe("200 OPTIONS,POST");
    expect(await readAllow("rpc/count_rows")).toBe("200 OPTIONS,GET,HEAD,POST");
    expect(await readAllow("unknown")).toBe("404 null");
    expect(await readAllow("rpc/unknown")).toBe("404 null");
  });
});
