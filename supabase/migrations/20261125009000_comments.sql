-- Corrects comments.

comment on table private.calendar_feeds is
  'Private calendar addresses of hosts, whose events block times. Anyone who has an address can read the calendar.';
comment on table public.blocked_times is 'Times that administrators blocked. They are not offered.';
comment on column public.scheduling_settings.change_notice_minutes is
  'How long before the start visitors can still reschedule or cancel.';
comment on column public.scheduling_settings.notice_minutes is 'How long before the start a time must be booked.';
comment on function private.is_invoice_draft_schedule(jsonb, integer) is
  'Whether the payments add up to the total, have ascending due dates, and are a combination that Square accepts: a balance, or 2 to 12 installments, each with or without a deposit. The same rule as domain/invoices/drafts/draft-schedule.ts.';
comment on table public.invoice_drafts is
  'Invoices that are created here and published in Square. The published invoice is stored in public.invoices by the sync.';
comment on column public.invoice_drafts.problem is
  'Why the request is not completed. Null while the job is working on it. An administrator has to resolve it.';
comment on column public.square_settings.time_zone is
  'The time zone of the location, which applies to due dates. Null until Square has returned it.';
comment on column private.square_writes.last_sent_at is
  'When the request was last sent. Square lists what it created only after several minutes.';
comment on function private.check_proposal_change() is 'Rejects changes to a proposal that are not allowed.';
comment on table public.proposal_templates is
  'Content that proposals can start from. A proposal copies the content, so later changes to the template do not affect it.';
comment on table public.proposal_comments is
  'The conversation between the client and the firm about a proposal. Comments are plain text and cannot be edited.';
comment on table public.proposal_acceptances is
  'Who accepted which version of a proposal, when and how. Rows are immutable, and are kept when the person''s account is deleted.';
comment on function private.make_payments_due(date, uuid) is
  'Makes the project''s payments due whose date has arrived or whose event has occurred. today is the date in the firm''s time zone. If project is null, all projects.';
