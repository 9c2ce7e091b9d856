-- Where a client may be sent to pay: Square's own hosts by https. Until now any https host was let through here.

create or replace function access.is_payment_address(address text) returns boolean
  language sql immutable
  set search_path = ''
as $$
  select address ~ '^https://((app\.)?squareup(sandbox)?\.com|(sandbox\.)?square\.link|checkout\.square\.site)(/\S*)?$'
      -- The pretended Square, on this machine or beside a product reached by plain http; the server knows its own origin.
      or address ~ '^http://(localhost|127\.0\.0\.1)(:\d+)?/\S*$'
      or address ~ '^http://[^\s@/]+/square-simulator/\S*$'
$$;
comment on function access.is_payment_address(text) is
  'Square''s payment and checkout hosts over https, and the simulator''s pages. The rule of domain/payment-link.ts.';
