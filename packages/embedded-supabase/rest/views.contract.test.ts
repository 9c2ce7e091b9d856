import { beforeAll, describe, expect, test } from "vitest";
import { readContractProject } from "#src/test-support/contract-project.ts";
import { createRestEnvironment, type RestCaller } from "#src/test-support/rest-environment.ts";
import { CONTRACT_TARGETS } from "#src/test-support/test-backend.ts";

const SCHEMA = `
create schema hidden;
create table hidden.persons (id integer primary key, name text not null);
create table hidden.movies (id integer primary key, title text not null);
create table hidden.castings (
  person_id integer references hidden.persons, movie_id integer references hidden.movies, primary key (person_id, movie_id));
create table hidden.teams (id integer primary key, parent_id integer references hidden.teams, kind text not null default 'A');
create table hidden.areas (x integer, y integer, primary key (x, y));
create table hidden.spots (x integer, y integer, constraint spots_area_fkey foreign key (x, y) references hidden.areas);
insert into hidden.persons values (1, 'Ann'), (2, 'Bob');
insert into hidden.movies values (1, 'Alien'), (2, 'Brazil');
insert into hidden.castings values (1, 1), (1, 2), (2, 2);
insert into hidden.teams (id, parent_id) values (1, null), (2, 1), (3, 2);
create view public.persons as select * from hidden.persons;
create view public.movies as select * from hidden.movies;
create view public.castings as select * from hidden.castings;
create view public.teams as
  select child.id, child.parent_id as parent, parent.parent_id as grandparent
    from hidden.teams as parent join hidden.teams as child on child.parent_id = parent.id;
create view public.areas as select * from hidden.areas;
create view public.spots as select x as x1, y as y1, x as x2, y as y2 from hidden.spots;
create view public.endless as select 1 as id, 'one' as name;
create or replace view public.endless as select id, name from public.endless;
grant select, insert on all tables in schema public to service_role;
grant usage on schema hidden to service_role;
`;

// In the comments below, names that end in Spec are files in PostgREST's test/spec/Feature/Query.
describe.skipIf(readContractProject(process.env)).each(CONTRACT_TARGETS)("views on $name", (target) => {
  let service: RestCaller;
  beforeAll(async () => {
    const { pool } = await target.database();
    await pool.query(SCHEMA);
    ({ service } = createRestEnvironment(pool));
  });

  test("a view that contains itself fails without affecting other requests", async () => {
    // See QuerySpec: "gives a 500 when encountering an infinite recursion".
    expect((await service.supabase.from("persons").select()).status).toBe(200);
    expect(await service.supabase.from("endless").select()).toMatchObject({
      status: 500,
      error: { code: "42P17" },
    });
  });

  test("embeds many-to-many relationships between views, through a view", async () => {
    // See EmbedInnerJoinSpec: "works with views on many-to-many relationships".
    const { data, error } = await service.supabase
      .from("persons")
      .select("name,movies!inner(title)")
      .eq("movies.title", "Alien");
    expect({ data, error }).toEqual({ data: [{ name: "Ann", movies: [{ title: "Alien" }] }], error: null });
  });

  test("upserts into a view by the primary key of its table", async () => {
    // See UpsertSpec: "can upsert on views".
    const upserted = await service.supabase.from("areas").upsert({ x: 1, y: 1 }, { ignoreDuplicates: true });
    expect(upserted).toMatchObject({ status: 201, error: null });
    const again = await service.supabase.from("areas").upsert({ x: 1, y: 1 }, { ignoreDuplicates: true });
    expect(again.error).toBeNull();
  });

  test("rejects an embed as ambiguous if a view shows the foreign key twice", async () => {
    // See EmbedDisambiguationSpec: "views with shadowed columns".
    const { error, status } = await service.supabase.from("spots").select("*,areas(*)");
    expect({ status, code: error?.code }).toEqual({ status: 300, code: "PGRST201" });
  });

  test("embeds by each column of a view that joins a table with itself", async () => {
    // See EmbedDisambiguationSpec: "views on self-referencing tables".
    const { data, error } = await service.supabase
      .from("teams")
      .select("id,parent(id),grandparent(id)")
      .eq("id", 3);
    expect({ data, error }).toEqual({
      data: [{ id: 3, parent: { id: 2 }, grandparent: null }],
      error: null,
    });
  });
});
