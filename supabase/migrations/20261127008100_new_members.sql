-- What people see when they join a client, and who can withdraw requests to accept a risk.

create or replace function endpoints.list_own_invitations()
  returns table (id uuid, company text, role text, inviter text, access_expires_at timestamptz, expires_at timestamptz)
  language sql stable security definer
  -- `security definer`, because the invited person is not a member yet.
  set search_path = ''
as $$
  select invitation.id, client.company, invitation.role,
         case when invitation.inviter = '' then ''
              else coalesce(nullif(private.account_name(invitation.invited_by, invitation.client_id), ''),
                            invitation.inviter) end,
         invitation.access_expires_at, invitation.expires_at
    from public.client_invitations as invitation
    join public.clients as client on client.id = invitation.client_id and client.status = 'active'
    join auth.users as account on account.id = (select auth.uid()) and account.email_confirmed_at is not null
   where lower(invitation.email) = lower(account.email) and invitation.status = 'pending'
     and invitation.expires_at > now()
     -- The inviter's account may have been deleted.
     and (invitation.inviter = '' or invitation.invited_by is not null)
     and auth.jwt() -> 'app_metadata' ->> 'role' = 'client' and not endpoints.needs_second_factor()
   order by invitation.created_at
$$;
comment on function endpoints.list_own_invitations() is
  'The pending invitations for the caller''s confirmed email address. inviter is the name of the member who sent the invitation, or the email address if the name is not stored. Empty if the firm sent it.';

create or replace function access.list_unread_findings() returns table (finding_id uuid)
  language sql stable security definer
  -- `security definer`, so that the policies of five tables are not evaluated for each row.
  set search_path = ''
as $$
  select own.id
    from public.findings as own
    join public.client_members as member on member.client_id = own.client_id and member.user_id = (select auth.uid())
    left join public.finding_views as seen on seen.finding_id = own.id and seen.user_id = member.user_id
   where own.client_id = (select access.current_client_id('findings')) and own.publication_status = 'published'
     and (seen.viewed_at is null
            and (own.published_at > member.joined_at
                 or own.state in ('open', 'in_progress', 'ready_for_retest', 'disputed'))
          or exists (select from public.finding_events as event
                      where event.finding_id = own.id and event.client_id = own.client_id
                        and event.actor_role <> 'client' and event.at > coalesce(seen.viewed_at, member.joined_at))
          or exists (select from public.finding_comments as comment
                      where comment.finding_id = own.id and comment.client_id = own.client_id
                        and comment.author_id is distinct from member.user_id
                        and comment.created_at > coalesce(seen.viewed_at, member.joined_at)))
$$;
comment on function access.list_unread_findings() is
  'The published findings with a change by the firm or a comment by someone else since the caller last opened them. For findings that the caller has never opened, since the caller joined, and all that are open.';

create or replace function endpoints.withdraw_risk_acceptance(acceptance uuid) returns text
  language plpgsql security definer
  -- `security definer`, because clients cannot write acceptances.
  set search_path = ''
as $$
declare
  active public.risk_acceptances;
  is_owner constant boolean := coalesce(access.current_client_role() = 'owner', false);
begin
  perform from public.findings as row
   where row.id = (select target.finding_id from public.risk_acceptances as target
                    where target.id = withdraw_risk_acceptance.acceptance) for update;
  select * into active from public.risk_acceptances as row
   where row.id = withdraw_risk_acceptance.acceptance and row.client_id = access.current_client_id('remediation')
     and row.status in ('requested', 'approved') for update;
  if not found then
    return 'unknown';
  end if;
  if active.status = 'approved' and not is_owner then
    return 'not-owner';
  end if;
  -- A request of a deleted account cannot be decided on, so owners can withdraw it.
  if active.status = 'requested' and active.requested_by is distinct from auth.uid()
     and not (active.requested_by is null and is_owner) then
    return 'not-requester';
  end if;
  perform private.end_risk_acceptance(active, case active.status when 'approved' then 'revoked' else 'withdrawn' end);
  return case active.status when 'approved' then 'revoked' else 'withdrawn' end;
end
$$;
comment on function endpoints.withdraw_risk_acceptance(uuid) is
  'Withdraws a request, for its requester, or revokes an acceptance, for owners. Owners can also withdraw the request of a deleted account. Returns withdrawn, revoked, not-owner, not-requester or unknown.';
