-- A subscription read before a change is not stored over the change, as with invoices.

alter table public.client_subscriptions add column square_version bigint;
comment on column public.client_subscriptions.square_version is
  'Rises with every change at Square; an older version never overwrites a newer one.';
