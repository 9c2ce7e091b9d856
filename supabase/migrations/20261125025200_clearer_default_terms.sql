-- Publishes clearer default terms as version 2 in new installations. Does nothing if the firm has published its own terms or
-- has proposals, because an update must not change the contract that a firm offers.

insert into public.proposal_terms (version, body)
select 2, $terms$## Services

We will perform the services described in this proposal with the care and skill expected of an experienced professional. Test results reflect the systems as they were at the time of testing. They do not guarantee that a system has no other weaknesses.

## Authorization

You confirm that you are authorized to have the in-scope systems tested, and that you have notified the providers who operate them where their rules require it.

## Confidentiality

Each party keeps the other party's confidential information secret, uses it only for this work, and protects it with the same care as its own. We delete your data within 90 days after the work is completed, except for data that we are required by law to retain.

## Deliverables

You own the reports and other deliverables once you have paid for them in full. We retain our methods, tools and general know-how.

## Payment

Invoices are due on the dates in the payment plan. Amounts are in US dollars. Changes to the scope require a new proposal or a written agreement.

## Liability

Each party's total liability under this agreement is limited to the amount paid and payable for the work. This limit does not apply to willful misconduct or gross negligence, or to the extent that the law does not allow it.

## Termination

Either party may terminate this agreement with 30 days' written notice. You will pay for the work performed before the termination date.

## Governing law

This agreement is governed by the laws of the State of California.
$terms$
 where not exists (select from public.proposal_terms where version > 1)
   and not exists (select from public.proposals);
