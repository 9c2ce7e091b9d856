-- The replies to inquiries, so that the inbox shows what was sent.

create table public.inquiry_replies (
  id         uuid primary key default gen_random_uuid(),
  inquiry_id uuid not null references public.contact_inquiries (id) on delete cascade,
  message    text not null constraint inquiry_replies_message_check check (length(btrim(message)) between 1 and 10000),
  author     text not null default coalesce(access.staff_name(auth.uid()), '')
             constraint inquiry_replies_author_check check (length(author) <= 200),
  sent_at    timestamptz not null default now() constraint inquiry_replies_finite_dates_check check (isfinite(sent_at))
);
create index inquiry_replies_inquiry_idx on public.inquiry_replies (inquiry_id, sent_at);

alter table public.inquiry_replies enable row level security;
grant select on public.inquiry_replies to authenticated;
grant all on public.inquiry_replies to service_role;

create policy "Administrators can read all replies to inquiries" on public.inquiry_replies
  for select to authenticated using ((select access.is_admin()));

-- Exclude the text, because entries of the audit log cannot be erased on request.
create trigger inquiry_replies_audit after insert on public.inquiry_replies
  for each row execute function private.record_audit_entry('message');

-- Without the author, which is always the caller.
create view endpoints.inquiry_replies with (security_barrier) as
  select id, inquiry_id, message, sent_at from public.inquiry_replies where (select access.is_admin())
  with check option;
grant select, insert on endpoints.inquiry_replies to authenticated;
comment on view endpoints.inquiry_replies is 'Lets administrators store the replies that they send.';

comment on table public.inquiry_replies is
  'Replies that were emailed to inquirers. They are deleted with their inquiry, when its retention period ends or on request.';
comment on column public.inquiry_replies.message is 'What the administrator wrote, without the greeting and the signature.';
comment on column public.inquiry_replies.author is
  'The name of the administrator at the time. Empty for administrators without a name.';
