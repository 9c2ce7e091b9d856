-- Publishes the default terms in clearer English as version 2. Sent proposals contain a copy of version 1 and keep it. If
-- the firm has published its own terms, those stay the latest version.

insert into public.proposal_terms (version, body)
select 2, $terms$## Services

We perform the services described in this proposal with the care and skill expected of an experienced professional. Test results reflect the systems as they were at the time of testing. They don't guarantee that a system has no other weaknesses.

## Authorization

You confirm that you're authorized to have the in-scope systems tested, and that you've notified the providers who operate them where their rules require it.

## Confidentiality

Each party keeps the other party's confidential information secret, uses it only for this work, and protects it with the same care as its own. We delete your data within 90 days after the work is completed, except for data that we're required by law to retain.

## Deliverables

You own the reports and other deliverables once you've paid for them in full. We retain our methods, tools and general know-how.

## Payment

Invoices are due on the dates in the payment plan. Amounts are in US dollars. Changes to the scope require a new proposal or a written agreement.

## Liability

Each party's total liability under this agreement is limited to the amount paid and payable for the work. This limit doesn't apply to willful misconduct or gross negligence, or where the law doesn't allow it.

## Termination

Either party may terminate this agreement with 30 days' written notice. You pay for the work performed until then.

## Governing law

This agreement is governed by the laws of the State of California.
$terms$
 where not exists (select from public.proposal_terms where version > 1);
