-- Requires single-line text and finite dates in columns that users can write.

create function access.is_single_line(value text) returns boolean
  language sql immutable
  set search_path = ''
as $$
  select value !~ '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]'
$$;
comment on function access.is_single_line(text) is
  'False for text with control characters, line breaks or characters that change the direction of text. Implements isSingleLine in domain/text/single-line.ts.';
revoke all on function access.is_single_line(text) from public;
grant execute on function access.is_single_line(text) to authenticated, service_role;

-- Existing rows ---------------------------------------------------------------------------------------------------

-- Dropped at the end of this migration.
create function private.to_single_line(value text, fallback text) returns text
  language sql immutable
  set search_path = ''
as $$
  select case when access.is_single_line(value) then value else coalesce(nullif(btrim(
    regexp_replace(regexp_replace(value, '[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]', '', 'g'),
                   '[\s\u0001-\u001f\u007f-\u009f\u2028\u2029]+', ' ', 'g')), ''), fallback) end
$$;

update public.clients
   set company = private.to_single_line(company, 'Unknown'),
       contact_person = private.to_single_line(contact_person, 'Unknown'),
       phone = private.to_single_line(phone, '')
 where not access.is_single_line(company || contact_person || phone);
update public.projects set project_name = private.to_single_line(project_name, 'Unknown')
 where not access.is_single_line(project_name);
update public.service_bookings
   set service_type = private.to_single_line(service_type, 'Unknown'),
       estimated_scope = private.to_single_line(estimated_scope, '')
 where not access.is_single_line(service_type || estimated_scope);
-- The corrected text may be shorter than the two characters that the table requires.
update public.contact_inquiries
   set name = case when length(private.to_single_line(name, '')) < 2 then 'Unknown' else private.to_single_line(name, '') end,
       company = case when length(private.to_single_line(company, '')) < 2 then 'Unknown' else private.to_single_line(company, '') end
 where not access.is_single_line(name || company);
update public.client_rates
   set service_type = private.to_single_line(service_type, 'Unknown'),
       discount_tier = private.to_single_line(discount_tier, null)
 where not access.is_single_line(service_type || coalesce(discount_tier, ''));
-- Tier names are unique, so a corrected name ends with part of the id.
update public.subscription_tiers
   set tier_name = left(private.to_single_line(tier_name, 'Unknown'), 90) || ' ' || left(id::text, 8)
 where not access.is_single_line(tier_name);
update public.subscription_tiers
   set features = array(select private.to_single_line(feature, 'Unknown')
                          from unnest(features) with ordinality as list (feature, position) order by position)
 where not access.is_single_line(array_to_string(features, ''));

drop function private.to_single_line(text, text);

update public.projects set start_date = created_at::date where not isfinite(start_date);
update public.projects set target_completion_date = null where not isfinite(target_completion_date);
update public.projects set updated_at = now() where not isfinite(updated_at);
update public.service_bookings set preferred_start_date = created_at::date where not isfinite(preferred_start_date);
update public.service_bookings set scheduled_at = null where not isfinite(scheduled_at);
update public.messages set read_by_client_at = now() where not isfinite(read_by_client_at);
update public.messages set read_by_firm_at = now() where not isfinite(read_by_firm_at);
update public.client_rates set effective_from = created_at::date where not isfinite(effective_from);
update public.contact_inquiries set replied_at = null where not isfinite(replied_at);

-- Constraints -----------------------------------------------------------------------------------------------------

-- Rows that the statements above changed may have pending triggers, which would block the following statements.
set constraints all immediate;

alter table public.clients
  add constraint clients_single_line_check
    check (access.is_single_line(company) and access.is_single_line(contact_person) and access.is_single_line(phone));
alter table public.projects
  add constraint projects_single_line_check check (access.is_single_line(project_name)),
  add constraint projects_finite_dates_check
    check (isfinite(start_date) and isfinite(target_completion_date) and isfinite(updated_at));
alter table public.service_bookings
  add constraint service_bookings_single_line_check
    check (access.is_single_line(service_type) and access.is_single_line(estimated_scope)),
  add constraint service_bookings_finite_dates_check
    check (isfinite(preferred_start_date) and isfinite(scheduled_at));
alter table public.messages
  add constraint messages_finite_dates_check
    check (isfinite(read_by_client_at) and isfinite(read_by_firm_at));
alter table public.client_rates
  add constraint client_rates_single_line_check
    check (access.is_single_line(service_type) and access.is_single_line(discount_tier)),
  add constraint client_rates_finite_dates_check check (isfinite(effective_from));
alter table public.subscription_tiers
  add constraint subscription_tiers_single_line_check
    check (access.is_single_line(tier_name) and access.is_single_line(array_to_string(features, '')));
alter table public.contact_inquiries
  add constraint contact_inquiries_single_line_check
    check (access.is_single_line(name) and access.is_single_line(company)),
  add constraint contact_inquiries_finite_dates_check check (isfinite(replied_at));
