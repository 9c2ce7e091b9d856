-- Counts how often a client moved a meeting, which is limited because each change sends email.

alter table public.service_bookings
  add column client_changes integer not null default 0 check (client_changes >= 0);

comment on column public.service_bookings.client_changes is
  'How often the client moved the meeting to another time. Changes by administrators are not counted.';
