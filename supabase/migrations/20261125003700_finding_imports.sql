-- Groups of results of imports in progress, so that an import does not keep all results in memory.

create unlogged table private.import_groups (
  import_id uuid not null,
  key       text not null,
  position  bigint generated always as identity,
  data      text not null,
  primary key (import_id, key)
);
create index import_groups_position_idx on private.import_groups (import_id, position);
-- Compressing rows that exist for seconds would take longer than writing them.
alter table private.import_groups alter column data set storage external;

alter table private.import_groups enable row level security;
comment on table private.import_groups is
  'The results of an import that become one finding. Inserted and deleted in the transaction of the import, so no other transaction sees rows.';
comment on column private.import_groups.key is 'The fingerprint of the finding.';
comment on column private.import_groups.position is 'The order of the first results in the file.';
comment on column private.import_groups.data is 'JSON as text, because jsonb cannot contain all characters of the file.';

create view endpoints.import_groups with (security_barrier) as
  select * from private.import_groups where (select access.is_admin()) with check option;
grant select, delete on endpoints.import_groups to authenticated;
grant insert (import_id, key, data), update (data) on endpoints.import_groups to authenticated;
comment on view endpoints.import_groups is 'Lets administrators store groups of results during an import.';
