-- An inquiry is kept no longer than was stated when it was sent, even when the firm keeps later ones longer.

alter table public.contact_inquiries
  add column kept_months integer not null default 24 check (kept_months between 1 and 120);
comment on column public.contact_inquiries.kept_months is 'The months stated beside the form when it was sent.';

create function private.note_promised_months() returns trigger
  language plpgsql security definer
  -- Definer: whoever stores an inquiry need not read the settings.
  set search_path = ''
as $$
begin
  select period.inquiry_months into strict new.kept_months from public.retention_periods as period;
  return new;
end
$$;
revoke all on function private.note_promised_months() from public;
create trigger contact_inquiries_promise before insert on public.contact_inquiries
  for each row execute function private.note_promised_months();
