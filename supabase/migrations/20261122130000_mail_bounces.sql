-- Mail that was taken, and came back: what a delivery status notification (RFC 3464) said of it.

alter table private.mail_outbox
  add column bounced_at    timestamptz,
  add column bounce_status text check (bounce_status ~ '^[245]\.\d{1,3}\.\d{1,3}$'),
  add column bounce_reason text check (length(bounce_reason) <= 300);
comment on column private.mail_outbox.bounced_at is
  'When a notification said that this mail could not be delivered; empty again once it is sent anew.';
comment on column private.mail_outbox.bounce_status is 'The enhanced status code of RFC 3463, such as 5.1.1.';
comment on column private.mail_outbox.bounce_reason is
  'The words of the mail server that refused it, one line, written by strangers: text, never markup.';
create index mail_outbox_bounced_idx on private.mail_outbox (bounced_at) where bounced_at is not null;
