-- Corrects the subscriptions that the migration 20261125017000 marked as linked. It also marked subscriptions whose customer
-- matched a client, if one of their invoices had been assigned manually. Only an administrator's link is in the audit log.
update public.client_subscriptions as subscription set linked_at = null
 where subscription.linked_at = subscription.created_at
   and not exists (select from public.audit_log as entry
                    where entry.table_name = 'client_subscriptions' and entry.action = 'insert'
                      and entry.row_id = subscription.id::text);
