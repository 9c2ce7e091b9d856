-- Administrators can move a consultation too, so the number of the visitor's changes is stored.

alter table public.consultations
  add column visitor_changes integer not null default 0 check (visitor_changes >= 0);
update public.consultations set visitor_changes = cardinality(previous_starts) where previous_starts <> '{}';
comment on column public.consultations.visitor_changes is
  'How often the visitor moved the consultation. Changes by an administrator are not included.';

create or replace view endpoints.consultations with (security_barrier) as
  select id, host_id, status, starts_at, ends_at, time_zone, name, email, company, calendar_sequence, cancelled_at, cancelled_by,
         cancel_reason, previous_starts
    from public.consultations
   where (select access.is_admin())
  with check option;
grant update (host_id, starts_at, ends_at, previous_starts) on endpoints.consultations to authenticated;
comment on view endpoints.consultations is
  'Lets administrators reschedule and cancel consultations, and record that a visitor did not attend.';
