/**
 * View columns that are never null for administrators, who can read every row of the joined tables. They are declared
 * here, because PostgreSQL does not track nullability for views. A test verifies the list with rows without optional values.
 */
export const NON_NULL_VIEW_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  client_list: [
    "id",
    "company",
    "company_order",
    "contact_person",
    "email",
    "status",
    "joined_date",
    "invoice_count",
    "outstanding_balance",
  ],
  firm_totals: ["active_clients", "active_projects", "outstanding_revenue", "invoice_count", "unread_count"],
  // The client's columns are missing, because an invoice may not have a client yet.
  invoice_list: [
    "id",
    "invoice_number",
    "description",
    "status",
    "amount",
    "total_paid_amount",
    "open_amount",
    "client_assigned_manually",
  ],
  message_threads: [
    "client_id",
    "company",
    "status",
    "last_message_at",
    "unread_count",
    "last_body",
    "last_sender_role",
  ],
  project_list: [
    "id",
    "client_id",
    "company",
    "company_order",
    "project_name",
    "project_order",
    "status",
    "start_date",
    "total_estimated_value",
    "invoice_count",
    "total_billed",
    "total_paid",
    "outstanding",
  ],
  subscription_list: [
    "id",
    "client_id",
    "company",
    "company_order",
    "tier_name",
    "monthly_price",
    "status",
    "created_at",
  ],
};
