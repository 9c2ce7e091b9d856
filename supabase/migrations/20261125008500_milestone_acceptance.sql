-- The client accepts the title that it has seen. An administrator may have changed it since.
drop function endpoints.accept_milestone(uuid, date);
create function endpoints.accept_milestone(milestone uuid, shown_title text, today date) returns text
  language plpgsql security definer
  -- `security definer`, because clients cannot write milestones and planned payments.
  set search_path = ''
as $$
declare
  own public.project_milestones;
begin
  select * into own from public.project_milestones as row
   where row.id = accept_milestone.milestone and row.client_id = access.current_client_id('proposals') for update;
  if own.id is null then
    return 'unknown';
  end if;
  if own.accepted_at is not null then
    return 'already-accepted';
  end if;
  if own.done_at is null then
    return 'not-done';
  end if;
  if own.title <> accept_milestone.shown_title then
    return 'changed';
  end if;
  update public.project_milestones as row
     set accepted_at = clock_timestamp(), accepted_by = auth.uid(),
         accepter = coalesce(private.member_name(own.client_id, auth.uid()), '')
   where row.id = own.id;
  perform private.make_payments_due(accept_milestone.today, own.project_id);
  return 'accepted';
end
$$;
comment on function endpoints.accept_milestone(uuid, text, date) is
  'Accepts a milestone that is done and has the title that the client saw. Its payments become due. Returns accepted, unknown, already-accepted, not-done or changed.';
revoke all on function endpoints.accept_milestone(uuid, text, date) from public;
grant execute on function endpoints.accept_milestone(uuid, text, date) to authenticated;
