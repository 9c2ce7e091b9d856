-- Where links to Square lead: its dashboard's addresses are not documented, so the firm can change them.

create table public.square_links (
  purpose    text primary key check (purpose in ('manage_plan', 'subscription', 'invoice')),
  template   text check (length(template) <= 500
                         and (template ~ '^https://[^\s@/]+(/\S*)?$'
                              or template ~ '^http://(localhost|127\.0\.0\.1)(:\d+)?/\S*$'
                              or template ~ '^http://[^\s@/]+/square-simulator/\S*$')),
  updated_at timestamptz not null default now()
);
comment on table public.square_links is
  'Addresses by purpose; {id} stands for Square''s id. manage_plan is the client''s Manage link: without one it opens the newest subscription invoice''s payment page.';
create trigger square_links_updated_at before update on public.square_links
  for each row execute function access.touch_updated_at();

insert into public.square_links (purpose, template) values
  ('manage_plan', null),
  ('subscription', 'https://app.squareup.com/dashboard/subscriptions-list/{id}'),
  ('invoice', 'https://app.squareup.com/dashboard/invoices/{id}');

-- The log names rows by their id; here the purpose is the name.
create trigger square_links_audit after update on public.square_links
  for each row execute function private.audit();

alter table public.square_links enable row level security;
grant select on public.square_links to authenticated;
grant update (template) on public.square_links to authenticated;
grant all on public.square_links to service_role;
-- Serves the client: its own Manage link. Square's dashboard asks for a seller's sign-in and is no client's business.
create policy "clients read the manage link" on public.square_links
  for select to authenticated using (purpose = 'manage_plan' and (select access.client_id()) is not null);
-- Serve the administrator.
create policy "administrators read every square link" on public.square_links
  for select to authenticated using ((select access.is_admin()));
create policy "administrators change square links" on public.square_links
  for update to authenticated using ((select access.is_admin())) with check ((select access.is_admin()));
