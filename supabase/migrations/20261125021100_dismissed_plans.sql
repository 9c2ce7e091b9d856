-- Dismissing plans whose payer is not a client.

alter table public.unmatched_subscriptions add column dismissed_at timestamptz;
grant update (dismissed_at) on public.unmatched_subscriptions to authenticated;

create policy "Administrators can dismiss and restore subscriptions" on public.unmatched_subscriptions
  for update to authenticated using ((select access.is_admin())) with check ((select access.is_admin()));

create trigger unmatched_subscriptions_audit after update of dismissed_at on public.unmatched_subscriptions
  for each row when (old.dismissed_at is distinct from new.dismissed_at)
  execute function private.record_audit_entry('payer_name', 'payer_email');

comment on column public.unmatched_subscriptions.dismissed_at is
  'When an administrator decided that the payer is not a client. Null if the subscription needs a client. Kept when the subscription changes in Square.';
