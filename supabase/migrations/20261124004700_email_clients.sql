-- The client that an email is about, because a person can be a member of several clients.

alter table private.email_outbox add column client_id uuid references public.clients (id) on delete set null;
create index email_outbox_client_idx on private.email_outbox (client_id);
comment on column private.email_outbox.client_id is
  'The client that the email is about. Null for email about accounts and inquiries, to the firm, and from before this column existed.';

drop function endpoints.queue_email(text, text, text, text, text, text, jsonb, text);
create function endpoints.queue_email(deduplication_key text, kind text, recipient text, reply_to text, subject text,
                                      body_text text, body_blocks jsonb, message_id text, client uuid) returns uuid
  language plpgsql security definer
  -- `security definer`, because callers cannot write private.email_outbox.
  set search_path = ''
as $$
declare
  new_id uuid;
begin
  if not access.is_admin() then
    raise exception 'only administrators can queue an email' using errcode = '42501';
  end if;
  insert into private.email_outbox as email
         (deduplication_key, kind, recipient, reply_to, subject, body_text, body_blocks, message_id, client_id)
  values (queue_email.deduplication_key, queue_email.kind, queue_email.recipient, queue_email.reply_to,
          queue_email.subject, queue_email.body_text, queue_email.body_blocks, queue_email.message_id,
          queue_email.client)
  on conflict on constraint email_outbox_deduplication_key_key do nothing
  returning email.id into new_id;
  return new_id;
end
$$;
comment on function endpoints.queue_email(text, text, text, text, text, text, jsonb, text, uuid) is
  'Queues an email. Returns its id, or null if an email with this key was already queued. Requires an administrator.';
revoke all on function endpoints.queue_email(text, text, text, text, text, text, jsonb, text, uuid) from public;
grant execute on function endpoints.queue_email(text, text, text, text, text, text, jsonb, text, uuid)
  to authenticated;
