-- Built-in templates of proposals, and erasing a person from their history.

-- Templates -------------------------------------------------------------------------------------------------------

insert into public.proposal_templates (name, is_builtin, content) values
  ('AI security assessment', true, $template${"title":"AI security assessment","sections":[{"id":"summary","heading":"Summary","body":"[Client] uses [system] to [purpose]. We test it for the weaknesses that attackers use against AI applications, and report what to fix first."},{"id":"scope","heading":"Scope","body":"* [System and version], in [environment]\n* Its prompts, retrieval, tools and integrations\n* Not in scope: [systems]"},{"id":"approach","heading":"Approach","body":"1. **Kickoff and threat model.** We agree on the attackers, the assets and the rules of engagement.\n2. **Testing.** We test against the OWASP Top 10 for LLM Applications, by hand and with tools.\n3. **Report.** Each finding has a severity, evidence, steps to reproduce it and a recommendation.\n4. **Retest.** After your fixes, we test the findings again."},{"id":"deliverables","heading":"Deliverables","body":"* A report with an executive summary and all findings\n* A presentation of the results\n* A letter of attestation that you can share with customers"},{"id":"requirements","heading":"What we need from you","body":"* A contact person who can answer technical questions\n* Access to [environment] with [number] test accounts by the start date"}],"items":[{"id":"threat-model","description":"Kickoff and threat model","details":"","isOptional":false,"isPreselected":false,"kind":"hours","serviceType":"AI Security Assessment","hundredths":1200,"rate":35000},{"id":"testing","description":"Testing","details":"","isOptional":false,"isPreselected":false,"kind":"hours","serviceType":"AI Security Assessment","hundredths":6000,"rate":35000},{"id":"report","description":"Report and presentation","details":"","isOptional":false,"isPreselected":false,"kind":"hours","serviceType":"AI Security Assessment","hundredths":1600,"rate":35000},{"id":"retest","description":"Retest of all findings","details":"One round, within 90 days of the report.","isOptional":true,"isPreselected":false,"kind":"fixed","amount":420000}],"discount":null,"taxNote":"","plan":{"deposit":{"share":{"kind":"percent","basisPoints":3000},"due":{"kind":"on_acceptance","days":14},"whenDue":"prepare_invoice"},"rest":{"kind":"balance","due":{"kind":"milestone","milestoneId":"report","days":30},"whenDue":"prepare_invoice"}},"milestones":[{"id":"kickoff","title":"Kickoff","dueOn":null},{"id":"testing-done","title":"Testing completed","dueOn":null},{"id":"report","title":"Report delivered","dueOn":null}],"startsOn":null,"completesOn":null,"validUntil":null,"terms":null}$template$),
  ('LLM red team exercise', true, $template${"title":"LLM red team exercise","sections":[{"id":"summary","heading":"Summary","body":"We attack [system] as a motivated adversary would, to show what an attacker can reach and whether your team notices."},{"id":"objectives","heading":"Objectives","body":"* [Objective 1, such as reading another customer's data]\n* [Objective 2, such as making the agent send an email]"},{"id":"rules","heading":"Rules of engagement","body":"* We work from [date] to [date], and report critical findings within 24 hours.\n* We do not use social engineering against your employees, or cause load that affects customers.\n* Either side can stop the exercise at any time."},{"id":"deliverables","heading":"Deliverables","body":"* A narrative of each attack path, with a timeline and what your monitoring recorded\n* Findings with recommendations\n* A workshop with your defenders"}],"items":[{"id":"planning","description":"Planning and rules of engagement","details":"","isOptional":false,"isPreselected":false,"kind":"hours","serviceType":"AI Security Assessment","hundredths":1600,"rate":35000},{"id":"attack","description":"Attack simulation","details":"","isOptional":false,"isPreselected":false,"kind":"hours","serviceType":"AI Security Assessment","hundredths":10000,"rate":35000},{"id":"narrative","description":"Report and workshop","details":"","isOptional":false,"isPreselected":false,"kind":"hours","serviceType":"AI Security Assessment","hundredths":3200,"rate":35000},{"id":"detection","description":"Detection engineering workshop","details":"One day, with rules for your monitoring.","isOptional":true,"isPreselected":false,"kind":"fixed","amount":650000}],"discount":null,"taxNote":"","plan":{"deposit":{"share":{"kind":"percent","basisPoints":2500},"due":{"kind":"on_acceptance","days":14},"whenDue":"prepare_invoice"},"rest":{"kind":"installments","installments":[{"basisPoints":null,"due":{"kind":"milestone","milestoneId":"attack-done","days":30},"whenDue":"prepare_invoice"},{"basisPoints":null,"due":{"kind":"on_completion","days":30},"whenDue":"prepare_invoice"}]}},"milestones":[{"id":"plan","title":"Rules of engagement signed","dueOn":null},{"id":"attack-done","title":"Attack simulation completed","dueOn":null},{"id":"workshop","title":"Workshop held","dueOn":null}],"startsOn":null,"completesOn":null,"validUntil":null,"terms":null}$template$),
  ('AI governance program', true, $template${"title":"AI governance program","sections":[{"id":"summary","heading":"Summary","body":"We build the policies, controls and evidence that [client] needs to use AI responsibly and to answer customers and auditors."},{"id":"scope","heading":"Scope","body":"* An inventory of your AI systems, with owners and risks\n* Policies for acceptable use, procurement and development\n* Controls mapped to ISO/IEC 42001, the NIST AI RMF and the EU AI Act"},{"id":"approach","heading":"Approach","body":"We work in three phases: assess, design and introduce. Each phase ends with a review by [executive sponsor]."},{"id":"deliverables","heading":"Deliverables","body":"* AI inventory and risk register\n* Policy set and control catalog with mappings\n* Training for [number] people"}],"items":[{"id":"assess","description":"Assessment and inventory","details":"","isOptional":false,"isPreselected":false,"kind":"hours","serviceType":"AI Security Governance","hundredths":4000,"rate":30000},{"id":"design","description":"Policies and controls","details":"","isOptional":false,"isPreselected":false,"kind":"hours","serviceType":"AI Security Governance","hundredths":8000,"rate":30000},{"id":"introduce","description":"Introduction and training","details":"","isOptional":false,"isPreselected":false,"kind":"hours","serviceType":"AI Security Governance","hundredths":4000,"rate":30000},{"id":"advice","description":"Advisory hours","details":"Questions and reviews during the first three months.","isOptional":true,"isPreselected":true,"kind":"hours","serviceType":"AI Security Governance","hundredths":2000,"rate":30000}],"discount":null,"taxNote":"","plan":{"deposit":null,"rest":{"kind":"installments","installments":[{"basisPoints":null,"due":{"kind":"milestone","milestoneId":"assess-done","days":30},"whenDue":"prepare_invoice"},{"basisPoints":null,"due":{"kind":"milestone","milestoneId":"design-done","days":30},"whenDue":"prepare_invoice"},{"basisPoints":null,"due":{"kind":"milestone","milestoneId":"introduced","days":30},"whenDue":"prepare_invoice"}]}},"milestones":[{"id":"assess-done","title":"Assessment reviewed","dueOn":null},{"id":"design-done","title":"Policies and controls approved","dueOn":null},{"id":"introduced","title":"Training completed","dueOn":null}],"startsOn":null,"completesOn":null,"validUntil":null,"terms":null}$template$);

-- Erasure ---------------------------------------------------------------------------------------------------------

create or replace function endpoints.erase_member(email text)
  returns table (outcome text, account_id uuid, company text, members integer, emails integer)
  language plpgsql security definer
  -- `security definer`, because administrators cannot write these tables.
  set search_path = ''
as $$
declare
  deleted_person constant text := 'deleted person';
  erased_email constant text := lower(erase_member.email);
  owned record;
  invitation_count integer;
  names text[];
  clients uuid[];
begin
  if not access.is_admin() then
    raise exception 'only administrators can erase members' using errcode = '42501';
  end if;
  select account.id into account_id
    from public.users as account where lower(account.email) = erased_email and account.role = 'client';

  -- Return the client that needs another owner instead of raising the trigger's error.
  for owned in select client.id, client.company from public.client_members as member
                 join public.clients as client on client.id = member.client_id
                where member.user_id = account_id and member.role = 'owner' and member.suspended_at is null
                order by client.id loop
    perform pg_advisory_xact_lock(hashtextextended('client owners ' || owned.id::text, 0));
    if not private.has_other_owner(owned.id, account_id) then
      outcome := 'last-owner';
      company := owned.company;
      return next;
      return;
    end if;
  end loop;

  -- How the history of findings names the person, and the clients in which it can.
  select array_agg(member.name) filter (where member.name <> '') || erased_email, array_agg(member.client_id)
    into names, clients
    from public.client_members as member where member.user_id = account_id;

  delete from public.client_members as member where member.user_id = account_id;
  get diagnostics members = row_count;
  delete from public.client_invitations as invitation where lower(invitation.email) = erased_email;
  get diagnostics invitation_count = row_count;
  if account_id is null and invitation_count = 0 then
    outcome := 'unknown';
    return next;
    return;
  end if;
  update public.client_invitations as invitation set inviter = deleted_person where invitation.invited_by = account_id;
  update public.client_activity as entry
     set actor = case when entry.actor_id = account_id then deleted_person else entry.actor end,
         subject = case when lower(entry.subject) = erased_email then deleted_person else entry.subject end
   where entry.actor_id = account_id or lower(entry.subject) = erased_email;
  update public.access_reviews as review
     set reviewer = case when review.reviewed_by = account_id then deleted_person else review.reviewer end,
         members = (select coalesce(jsonb_agg(case when lower(listed ->> 'email') = erased_email
                              then listed || jsonb_build_object('email', deleted_person, 'name', '') else listed end
                              order by position), '[]')
                      from jsonb_array_elements(review.members) with ordinality as item (listed, position))
   where review.reviewed_by = account_id
      or exists (select from jsonb_array_elements(review.members) as listed where lower(listed ->> 'email') = erased_email);
  update public.finding_events as event
     set actor = case when event.actor_id = account_id then deleted_person else event.actor end,
         from_value = case when event.action = 'assigned' and event.client_id = any (clients) and event.from_value = any (names) then deleted_person else event.from_value end,
         to_value = case when event.action = 'assigned' and event.client_id = any (clients) and event.to_value = any (names) then deleted_person else event.to_value end
   where event.actor_id = account_id
      or event.action = 'assigned' and event.client_id = any (clients) and names && array[event.from_value, event.to_value];
  update public.finding_comments as comment set author = deleted_person where comment.author_id = account_id;
  update public.retest_rounds as round set requester = deleted_person where round.requested_by = account_id;
  update public.risk_acceptances as acceptance
     set requester = case when acceptance.requested_by = account_id then deleted_person else acceptance.requester end,
         decider = case when acceptance.decided_by = account_id then deleted_person else acceptance.decider end
   where account_id in (acceptance.requested_by, acceptance.decided_by);
  -- The acceptance of a proposal is kept, because it is the evidence of a contract.
  update public.proposal_events as event set actor = deleted_person where event.actor_id = account_id;
  update public.proposal_comments as comment set author = deleted_person where comment.author_id = account_id;
  update public.project_milestones as milestone set accepter = deleted_person where milestone.accepted_by = account_id;
  delete from private.sign_in_attempts as attempt
   where attempt.user_id = account_id or lower(attempt.email) = erased_email;
  delete from private.email_outbox as queued where lower(queued.recipient) = erased_email;
  get diagnostics emails = row_count;
  -- Record only the numbers of rows, so that the audit log does not keep erased data.
  perform endpoints.record_audit_entry('erase member', 'client_members', '',
                                       jsonb_build_object('members', members, 'emails', emails));
  outcome := 'erased';
  return next;
end
$$;
