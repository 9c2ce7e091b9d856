comment on function access.is_payment_url(text) is
  'True for https URLs on Square''s payment and checkout hosts. Implements the rule in domain/invoices/payments/payment-link.ts. The server also checks the configured mode.';
comment on function private.invoice_overdue_date(text, date, date) is
  'Due date of the payment that makes an invoice overdue. Implements overdueDate in domain/invoices/due-dates/overdue.ts.';
