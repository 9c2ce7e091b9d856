-- The audit log names the confirmation of an invoice's amount, and the linking of a client to a customer in Square.

create or replace function private.audit_act(action text, table_name text, before jsonb, after jsonb) returns text
  language sql immutable
  return case
    when action = 'insert' then case table_name
      when 'attestation_letters' then 'issue letter'
      when 'client_members' then 'add member'
      when 'documents' then 'upload document'
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
          when 'published' then 'publish finding'
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
