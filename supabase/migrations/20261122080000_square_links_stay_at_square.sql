-- The Manage link is a link a client follows. The server stores only addresses at Square; a hand-written request of an
-- administrator's browser could until now store any https address past it. The pages never wrote here themselves.

drop policy "administrators change square links" on public.square_links;
revoke update (template) on public.square_links from authenticated;

-- What led elsewhere leads to where it did at first.
update public.square_links
   set template = case purpose
                    when 'subscription' then 'https://app.squareup.com/dashboard/subscriptions-list/{id}'
                    when 'invoice' then 'https://app.squareup.com/dashboard/invoices/{id}'
                  end
 where not access.is_payment_address(template);
alter table public.square_links
  add constraint square_links_template_at_square check (access.is_payment_address(template));
