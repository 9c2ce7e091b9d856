-- Delays emails about invoices that an administrator has just assigned, so that an assignment can be undone before the
-- client hears of it.

alter table public.invoices add column client_assigned_at timestamptz;
comment on column public.invoices.client_assigned_at is
  'When an administrator assigned the client. Null if Square''s customer matches the client, or if the invoice was created here for the client.';

create function private.set_client_assigned_at() returns trigger
  language plpgsql security definer
  -- `security definer`, because administrators cannot write the column.
  set search_path = ''
as $$
begin
  new.client_assigned_at := case
    when new.client_id is not null and new.client_assigned_manually
         and not exists (select from public.invoice_drafts as draft
                          where draft.square_invoice_id = new.square_invoice_id and draft.client_id = new.client_id)
      then now()
    end;
  return new;
end
$$;
revoke all on function private.set_client_assigned_at() from public;
comment on function private.set_client_assigned_at() is
  'Stores when an administrator assigned the client of an invoice.';

create trigger invoices_set_client_assigned_at before update of client_id on public.invoices
  for each row when (old.client_id is distinct from new.client_id)
  execute function private.set_client_assigned_at();

create function private.was_just_assigned(client_assigned_at timestamptz) returns boolean
  language sql stable
  return coalesce(client_assigned_at > now() - interval '10 minutes', false);
revoke all on function private.was_just_assigned(timestamptz) from public;
comment on function private.was_just_assigned(timestamptz) is
  'Whether an administrator assigned the invoice in the last 10 minutes. Such invoices are not announced yet.';
