-- When replies to inquiries are due, so that the inbox can be sorted by it.

alter table public.contact_inquiries
  -- In UTC, because adding an interval to a time with a time zone depends on the session.
  add column reply_due_at timestamptz generated always as (
    case when status in ('new', 'in_progress')
         then timezone('UTC', timezone('UTC', created_at) + interval '24 hours') end) stored;
create index contact_inquiries_reply_due_idx on public.contact_inquiries (reply_due_at);

comment on column public.contact_inquiries.reply_due_at is
  'When a reply is due. Null after a reply, and if the inquiry is closed. The same rule as domain/inquiries/inquiry.ts.';

-- The column follows from the status, which is recorded.
drop trigger contact_inquiries_audit on public.contact_inquiries;
create trigger contact_inquiries_audit after update or delete on public.contact_inquiries
  for each row execute function private.record_audit_entry('name', 'email', 'company', 'message', 'notes', 'reply_due_at');
