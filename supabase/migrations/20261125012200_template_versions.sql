-- Saving a template compares when it was changed, so that no one overwrites a change that they have not seen.

create or replace view endpoints.proposal_templates with (security_barrier) as
  select id, name, content, updated_at from public.proposal_templates where (select access.is_admin())
  with check option;
