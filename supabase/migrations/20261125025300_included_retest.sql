-- Includes the retest in the built-in template of an assessment in new installations, as the website promises. Does nothing if
-- the firm has changed the template or has proposals, because an update must not change what a firm offers.

update public.proposal_templates
   set content = jsonb_set(
         jsonb_set(content, '{items,3,isOptional}', 'false'),
         '{sections,2,body}',
         to_jsonb(replace(content #>> '{sections,2,body}',
                          'After your fixes, we test the findings again.',
                          'Within 90 days of the report, we test all findings again and document which fixes work.')))
 where is_builtin
   and name = 'AI security assessment'
   and content #>> '{items,3,id}' = 'retest'
   and updated_at = created_at
   and not exists (select from public.proposals);
