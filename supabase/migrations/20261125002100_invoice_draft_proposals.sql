-- An invoice draft can only belong to a proposal of its own client.

drop index public.invoice_drafts_proposal_idx;
create index invoice_drafts_proposal_idx on public.invoice_drafts (proposal_id, client_id);

alter table public.invoice_drafts
  add constraint invoice_drafts_proposal_fkey
  foreign key (proposal_id, client_id) references public.proposals (id, client_id) on delete restrict;
