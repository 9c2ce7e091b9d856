-- What administrators did, in the audit log: "publish invoice" instead of "update" of a draft invoice. Also the names of
-- targets that an entry contains only as an id.

create function private.audit_event(action text, table_name text, before jsonb, after jsonb) returns text
  language sql immutable
  return case
    when action = 'insert' then case table_name
      when 'attestation_letters' then 'issue letter'
      when 'client_members' then 'add member'
      when 'documents' then 'add document'
      when 'inquiry_replies' then 'reply to inquiry'
      when 'invoice_reminders' then 'send reminder'
      when 'messages' then 'send message'
      when 'plan_endings' then case after ->> 'kind' when 'end' then 'end plan' when 'keep' then 'keep plan' end
      when 'retest_rounds' then 'start retest'
      end
    when action = 'delete' and table_name = 'client_members' then 'remove member'
    when action <> 'update' then null
    -- Entries of the sync contain only the changed columns, and no `before` if there was no earlier value.
    when table_name = 'invoice_drafts' then case
      when after ? 'write' then case after ->> 'write'
        when 'create_customer' then 'create customer in Square'
        when 'create_order' then 'create order in Square'
        when 'create_invoice' then 'create draft invoice in Square'
        when 'publish_invoice' then 'publish invoice in Square'
        when 'cancel_invoice' then 'cancel invoice in Square'
        when 'delete_invoice' then 'delete draft invoice in Square'
        end
      when before ->> 'requested_status' is distinct from after ->> 'requested_status' then
        case after ->> 'requested_status'
          when 'prepared' then 'start preparing invoice'
          when 'published' then 'start publishing invoice'
          when 'canceled' then 'start canceling invoice'
          when 'deleted' then 'start deleting draft invoice'
          end
      when before ->> 'confirmed_cents' is distinct from after ->> 'confirmed_cents' then 'confirm invoice'
      when before ->> 'status' is distinct from after ->> 'status' then case after ->> 'status'
        when 'prepared' then 'prepare invoice'
        when 'published' then 'publish invoice'
        when 'canceled' then 'cancel invoice'
        when 'deleted' then 'delete draft invoice'
        end
      when before is null and after ->> 'problem' is not null then 'report problem with invoice'
      end
    when table_name = 'invoices' then case
      when before ->> 'client_id' is distinct from after ->> 'client_id' then
        case when after ->> 'client_id' is null then 'unassign invoice' else 'assign invoice' end
      when before ->> 'project_id' is distinct from after ->> 'project_id' then
        case when after ->> 'project_id' is null then 'unlink invoice' else 'link invoice' end
      end
    when table_name = 'proposals' then case
      when before ->> 'status' is distinct from after ->> 'status' and after ->> 'status' = 'withdrawn'
        then 'withdraw proposal'
      when before ->> 'current_version' is distinct from after ->> 'current_version'
        then case after ->> 'current_version' when '1' then 'send proposal' else 'send proposal version' end
      when before ->> 'status' <> 'draft' and before ->> 'valid_until' is distinct from after ->> 'valid_until'
        then 'extend proposal'
      end
    when table_name = 'service_bookings' then case
      when before ->> 'status' is distinct from after ->> 'status' then case after ->> 'status'
        when 'approved' then 'approve booking'
        when 'in_progress' then 'start booking'
        when 'completed' then 'complete booking'
        when 'declined' then 'decline booking'
        when 'cancelled' then 'cancel booking'
        end
      when before ->> 'scheduled_at' is distinct from after ->> 'scheduled_at' then 'reschedule booking'
      end
    when table_name = 'consultations' then case
      when before ->> 'status' is distinct from after ->> 'status' then case after ->> 'status'
        when 'cancelled' then 'cancel consultation'
        when 'no_show' then 'record missed consultation'
        end
      when before ->> 'starts_at' is distinct from after ->> 'starts_at' then 'reschedule consultation'
      end
    when table_name = 'contact_inquiries'
         and before ->> 'client_id' is null and after ->> 'client_id' is not null then 'convert inquiry'
    when table_name = 'findings' then case
      when before ->> 'publication_status' is distinct from after ->> 'publication_status' then
        case after ->> 'publication_status'
          when 'published' then
            case before ->> 'publication_status' when 'withdrawn' then 'restore finding' else 'publish finding' end
          when 'withdrawn' then 'withdraw finding'
          end
      when before ->> 'verdict' is distinct from after ->> 'verdict' then 'apply retest result'
      when before ->> 'remediation_status' = 'disputed' and after ->> 'remediation_status' = 'open' then 'answer dispute'
      end
    when table_name = 'project_milestones'
         and before ->> 'done_at' is distinct from after ->> 'done_at' then
      case when after ->> 'done_at' is null then 'reopen milestone' else 'complete milestone' end
    when table_name = 'client_members'
         and before ->> 'suspended_at' is distinct from after ->> 'suspended_at' then
      case when after ->> 'suspended_at' is null then 'restore member' else 'suspend member' end
    when table_name = 'unmatched_subscriptions'
         and before ->> 'dismissed_at' is distinct from after ->> 'dismissed_at' then
      case when after ->> 'dismissed_at' is null then 'restore plan' else 'dismiss plan' end
    when table_name = 'clients' and before ->> 'status' is not distinct from after ->> 'status'
         and before ->> 'square_customer_id' is distinct from after ->> 'square_customer_id' then
      case when after ->> 'square_customer_id' is null then 'unlink Square customer' else 'link Square customer' end
    when before ->> 'status' is not distinct from after ->> 'status' then null
    when table_name = 'attestation_letters' then case after ->> 'status'
      when 'superseded' then 'supersede letter'
      when 'withdrawn' then 'withdraw letter'
      end
    when table_name = 'clients' then case after ->> 'status'
      when 'active' then 'restore client'
      when 'suspended' then 'suspend client'
      end
    when table_name = 'client_invitations' and after ->> 'status' = 'revoked' then 'revoke member invitation'
    when table_name = 'contact_inquiries' then case after ->> 'status'
      when 'replied' then 'mark inquiry as replied'
      when 'closed' then 'close inquiry'
      end
    when table_name = 'plan_requests' and after ->> 'status' = 'answered' then 'answer plan request'
    when table_name = 'retest_rounds' then case after ->> 'status'
      when 'in_progress' then 'start retest'
      when 'completed' then 'complete retest'
      when 'canceled' then 'cancel retest'
      end
    end;
comment on function private.audit_event(text, text, jsonb, jsonb) is
  'The event that an entry records, such as "send proposal". Null if the action and table describe it. domain/audit/audit-entry.ts has the labels.';
revoke all on function private.audit_event(text, text, jsonb, jsonb) from public;
-- The view audit_log_list calls this function as the caller.
grant execute on function private.audit_event(text, text, jsonb, jsonb) to authenticated, service_role;

create or replace view public.audit_log_list with (security_invoker = true) as
  select entry.id, entry.at, entry.actor_id, entry.actor, entry.action, entry.table_name, entry.row_id, entry.before,
         entry.after,
         coalesce(
           nullif(entry.changed ->> 'key', ''), nullif(entry.changed ->> 'project_name', ''), nullif(entry.changed ->> 'company', ''),
           nullif(entry.changed ->> 'tier_name', ''), nullif('#' || (entry.changed ->> 'invoice_number'), '#'),
           nullif(entry.changed ->> 'name', ''), nullif(entry.changed ->> 'service_type', ''),
           nullif(entry.changed ->> 'email', ''), nullif(entry.changed ->> 'reference', ''),
           nullif(entry.changed ->> 'title', ''),
           case entry.table_name
             when 'clients' then (select client.company from public.clients as client
                                   where client.id = private.uuid_or_null(entry.row_id))
             when 'project_notes' then (select project.project_name from public.projects as project
                                         where project.id = private.uuid_or_null(entry.row_id))
             when 'users' then (select account.email from public.users as account
                                 where account.id = private.uuid_or_null(entry.row_id))
             when 'client_members' then (select account.email from public.users as account
                                          where account.id = private.uuid_or_null(entry.changed ->> 'user_id'))
             when 'client_invitations' then (select invitation.email from public.client_invitations as invitation
                                              where invitation.id = private.uuid_or_null(entry.row_id))
             when 'invoices' then (select nullif('#' || invoice.invoice_number, '#') from public.invoices as invoice
                                    where invoice.id = private.uuid_or_null(entry.row_id))
             when 'invoice_reminders' then (select nullif('#' || invoice.invoice_number, '#') from public.invoices as invoice
                                             where invoice.id = private.uuid_or_null(entry.changed ->> 'invoice_id'))
             when 'invoice_drafts' then (select draft.title from public.invoice_drafts as draft
                                          where draft.id = private.uuid_or_null(entry.row_id))
             when 'retest_rounds' then (select project.project_name || ', retest ' || (entry.changed ->> 'number')
                                          from public.projects as project
                                         where project.id = private.uuid_or_null(entry.changed ->> 'project_id'))
             when 'assessments' then (select project.project_name from public.projects as project
                                       where project.id = private.uuid_or_null(entry.changed ->> 'project_id'))
             when 'attestation_letters' then (select project.project_name from public.projects as project
                                               where project.id = private.uuid_or_null(entry.changed ->> 'project_id'))
             when 'planned_payments' then (select project.project_name from public.projects as project
                                            where project.id = private.uuid_or_null(entry.changed ->> 'project_id'))
             when 'client_subscriptions' then (
               select tier.tier_name
                 from public.client_subscriptions as subscription
                 join public.subscription_tiers as tier on tier.id = subscription.tier_id
                where subscription.id = private.uuid_or_null(entry.row_id))
             when 'plan_requests' then (
               select tier.tier_name
                 from public.client_subscriptions as subscription
                 join public.subscription_tiers as tier on tier.id = subscription.tier_id
                where subscription.id = private.uuid_or_null(entry.changed ->> 'subscription_id'))
             when 'plan_endings' then (
               select tier.tier_name
                 from public.client_subscriptions as subscription
                 join public.subscription_tiers as tier on tier.id = subscription.tier_id
                where subscription.id = private.uuid_or_null(entry.changed ->> 'subscription_id'))
             when 'unmatched_subscriptions' then (select tier.tier_name from public.subscription_tiers as tier
                                                   where tier.id = private.uuid_or_null(entry.changed ->> 'tier_id'))
             when 'inquiry_replies' then (select inquiry.reference from public.contact_inquiries as inquiry
                                           where inquiry.id = private.uuid_or_null(entry.changed ->> 'inquiry_id'))
             when 'consultations' then (select consultation.company from public.consultations as consultation
                                         where consultation.id = private.uuid_or_null(entry.row_id))
             when 'calendar_feeds' then (select host.name from public.consultation_hosts as host
                                          where host.id = private.uuid_or_null(entry.changed ->> 'host_id'))
             when 'availability_hours' then (
               array['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'])
                 [(entry.changed ->> 'weekday')::integer]
             when 'availability_overrides' then coalesce(nullif(entry.changed ->> 'label', ''), entry.changed ->> 'date')
             when 'blocked_times' then coalesce(nullif(entry.changed ->> 'reason', ''), left(entry.changed ->> 'starts_at', 10))
             when 'finding_deadlines' then initcap(entry.changed ->> 'severity')
             when 'proposal_terms' then 'Version ' || (entry.changed ->> 'version')
           end) as target_name,
         case when entry.table_name <> 'clients'
              then (select client.company from public.clients as client
                     where client.id = coalesce(
                       private.uuid_or_null(coalesce(entry.changed ->> 'client_id', entry.before ->> 'client_id')),
                       -- Entries of the sync contain only the changed columns.
                       case entry.table_name
                         when 'invoice_drafts' then (select draft.client_id from public.invoice_drafts as draft
                                                      where draft.id = private.uuid_or_null(entry.row_id))
                         when 'client_subscriptions' then (
                           select subscription.client_id from public.client_subscriptions as subscription
                            where subscription.id = private.uuid_or_null(entry.row_id))
                       end)) end as client_name,
         access.staff_name(entry.actor_id) as actor_name,
         private.audit_event(entry.action, entry.table_name, entry.before, entry.after) as event
    from (select log.*, coalesce(log.after, log.before) as changed from public.audit_log as log) as entry;
comment on view public.audit_log_list is
  'The audit log with the event of each entry, the names of each actor and target, and the company of the client it belongs to. Null if there is no name.';
