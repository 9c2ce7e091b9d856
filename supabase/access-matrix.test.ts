import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { createDatabaseForThisRun } from "@wardline/embedded-supabase/test-support/test-database";
import { beforeAll, describe, expect, test } from "vitest";
import { createMatrixCallers, type MatrixCaller } from "#tests/support/access-matrix/callers.ts";
import {
  formatMatrix,
  type MatrixLine,
  parseMatrix,
  runMatrix,
} from "#tests/support/access-matrix/matrix.ts";
import { type Relation, readRelations } from "#tests/support/access-matrix/relations.ts";
import { storeSamples } from "#tests/support/access-matrix/samples.ts";

/**
 * The expected access, written by hand rather than derived from grants or policies.
 * Columns: visitor (V), client A, client B, suspended client (S), administrator without a second factor (adm),
 * administrator who has not verified the second factor in this session (aal1) or has verified it (aal2), service role.
 * Cells: the rows that the statement can access. "own" means rows of the caller's client. "active" means tiers that
 * clients can subscribe to.
 */
const EXPECTED_ACCESS = parseMatrix(`
# relation                    | action                                             | V | A      | B      | S | adm | aal1 | aal2 | service
public.users                  | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | insert role                                        | – | –      | –      | – | –   | – | –   | all
                              | update role                                        | – | –      | –      | – | –   | – | –   | all
                              | update any other column                            | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.clients                | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update company, contact_person, phone, address     | – | own    | own    | – | all | – | all | all
                              | update status                                      | – | –      | –      | – | –   | – | –   | all
                              | update user_id, joined_date, square_customer_id    | – | –      | –      | – | –   | – | –   | all
                              | update any other column                            | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.client_role_permissions| select                                             | – | all    | all    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
public.client_role_documents  | select                                             | – | all    | all    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
public.client_members         | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.client_invitations     | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.client_activity        | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
public.access_reviews         | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
public.client_projects        | select                                             | – | own    | own    | – | –   | – | –   | –
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
public.client_meetings        | select                                             | – | own    | own    | – | –   | – | –   | –
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
public.own_memberships        | select                                             | – | own    | own    | – | –   | – | –   | –
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
public.message_authors        | select                                             | – | own    | own    | – | –   | – | –   | –
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
public.active_members           | select                                             | – | own    | own    | – | –   | – | –   | –
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
public.staff_names            | select                                             | – | –      | –      | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
public.projects               | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | all | – | all | all
                              | insert total_estimated_value                       | – | –      | –      | – | –   | – | –   | all
                              | insert any other column                            | – | –      | –      | – | –   | – | –   | all
                              | update status                                      | – | –      | –      | – | all | – | all | all
                              | update client_id, project_name, description, notes | – | –      | –      | – | all | – | all | all
                              | update start_date, target_completion_date          | – | –      | –      | – | all | – | all | all
                              | update updated_at                                  | – | –      | –      | – | all | – | all | all
                              | update total_estimated_value                       | – | –      | –      | – | –   | – | –   | all
                              | update any other column                            | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.project_status_changes | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
public.project_notes          | select                                             | – | –      | –      | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.client_totals          | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
public.project_totals         | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
public.invoices               | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update project_id                                  | – | –      | –      | – | all | – | all | all
                              | update status, amount, total_paid_amount           | – | –      | –      | – | –   | – | –   | all
                              | update square_payment_url                          | – | –      | –      | – | –   | – | –   | all
                              | update client_id                                   | – | –      | –      | – | –   | – | –   | all
                              | update any other column                            | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.invoice_payments       | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.invoice_payers         | select                                             | – | –      | –      | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.invoice_payment_fees   | select                                             | – | –      | –      | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.invoice_reminders      | select                                             | – | –      | –      | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.client_rates           | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.documents              | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.document_downloads     | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.subscription_tiers     | select                                             | – | active | active | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.client_subscriptions   | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.subscription_history   | select                                             | – | –      | –      | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
public.unmatched_subscriptions| select                                             | – | –      | –      | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update dismissed_at                                | – | –      | –      | – | all | – | all | –
                              | update any other column                            | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
public.duplicate_plans        | select                                             | – | –      | –      | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
public.email_preferences      | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update receipts, payment_reminders, documents      | – | own    | own    | – | –   | – | –   | –
                              | update projects, meetings, messages, findings       | – | own    | own    | – | –   | – | –   | –
                              | update proposal_reminders, proposal_comments        | – | own    | own    | – | –   | – | –   | –
                              | update any other column                            | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
public.plan_changes           | select                                             | – | –      | –      | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
public.plan_end_changes       | select                                             | – | –      | –      | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
public.plan_checkouts         | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.plan_requests          | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.plan_endings           | select                                             | – | –      | –      | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.square_links           | select                                             | – | 1 of 3 | 1 of 3 | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.square_settings        | select                                             | – | –      | –      | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
public.invoice_drafts         | select                                             | – | –      | –      | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.service_bookings       | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | own    | own    | – | –   | – | –   | all
                              | insert status                                      | – | –      | –      | – | –   | – | –   | all
                              | insert scheduled_at, decline_reason                | – | –      | –      | – | –   | – | –   | all
                              | insert any other column                            | – | –      | –      | – | –   | – | –   | all
                              | update status, client_id                           | – | –      | –      | – | –   | – | –   | all
                              | update any other column                            | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.messages               | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | own    | own    | – | all | – | all | all
                              | insert sender_role, sender_id                      | – | –      | –      | – | –   | – | –   | all
                              | insert any other column                            | – | –      | –      | – | –   | – | –   | all
                              | update read_by_client_at, read_by_firm_at          | – | own    | own    | – | all | – | all | all
                              | update any other column                            | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.taxonomy_entries       | select                                             | – | all    | all    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
public.findings               | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.finding_mappings       | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.finding_attachments    | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.finding_versions       | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
public.finding_events         | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
public.finding_deadlines      | select                                             | – | 5 of 7 | 5 of 7 | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.finding_comments       | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | own    | own    | – | all | – | all | all
                              | insert author_role, author_id                      | – | –      | –      | – | –   | – | –   | all
                              | insert any other column                            | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.finding_views          | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.unread_findings        | select                                             | – | own    | own    | – | –   | – | –   | –
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
public.retest_rounds          | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.retest_findings        | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.retest_results         | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.risk_acceptances       | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.assessments            | select                                             | – | –      | –      | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.tested_entries         | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.finding_reports        | select                                             | – | –      | –      | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.attestation_letters           | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.proposal_terms         | select                                             | – | – | – | – | all | – | all | all
                              | insert                                             | – | – | – | – | – | – | – | all
                              | update                                             | – | – | – | – | – | – | – | all
                              | delete                                             | – | – | – | – | – | – | – | all
public.proposals              | select                                             | – | own | own | – | all | – | all | all
                              | insert                                             | – | – | – | – | – | – | – | all
                              | update                                             | – | – | – | – | – | – | – | all
                              | delete                                             | – | – | – | – | – | – | – | all
public.proposal_versions      | select                                             | – | own | own | – | all | – | all | all
                              | insert                                             | – | – | – | – | – | – | – | all
                              | update                                             | – | – | – | – | – | – | – | all
                              | delete                                             | – | – | – | – | – | – | – | all
public.proposal_forecasts     | select                                             | – | – | – | – | all | – | all | all
                              | insert                                             | – | – | – | – | – | – | – | all
                              | update                                             | – | – | – | – | – | – | – | all
                              | delete                                             | – | – | – | – | – | – | – | all
public.proposal_events        | select                                             | – | own | own | – | all | – | all | all
                              | insert                                             | – | – | – | – | – | – | – | –
                              | update                                             | – | – | – | – | – | – | – | –
                              | delete                                             | – | – | – | – | – | – | – | –
public.proposal_comments      | select                                             | – | own | own | – | all | – | all | all
                              | insert                                             | – | own | own | – | all | – | all | all
                              | insert author_role, author_id                      | – | – | – | – | – | – | – | all
                              | insert any other column                            | – | – | – | – | – | – | – | all
                              | update                                             | – | – | – | – | – | – | – | all
                              | delete                                             | – | – | – | – | – | – | – | all
public.proposal_templates     | select                                             | – | – | – | – | all | – | all | all
                              | insert                                             | – | – | – | – | – | – | – | all
                              | update                                             | – | – | – | – | – | – | – | all
                              | delete                                             | – | – | – | – | – | – | – | all
public.proposal_acceptances   | select                                             | – | own | own | – | all | – | all | all
                              | insert                                             | – | – | – | – | – | – | – | –
                              | update                                             | – | – | – | – | – | – | – | –
                              | delete                                             | – | – | – | – | – | – | – | –
public.project_milestones     | select                                             | – | own | own | – | all | – | all | all
                              | insert                                             | – | – | – | – | – | – | – | all
                              | update                                             | – | – | – | – | – | – | – | all
                              | delete                                             | – | – | – | – | – | – | – | all
public.planned_payments       | select                                             | – | own | own | – | all | – | all | all
                              | insert                                             | – | – | – | – | – | – | – | all
                              | update                                             | – | – | – | – | – | – | – | all
                              | delete                                             | – | – | – | – | – | – | – | all
public.finding_templates      | select                                             | – | –      | –      | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.finding_template_mappings| select                                             | – | –      | –      | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.contact_inquiries      | select                                             | – | –      | –      | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.inquiry_replies        | select                                             | – | –      | –      | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.provider_status        | select                                             | – | all    | all    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.email_settings         | select                                             | – | –      | –      | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
public.retention_periods      | select                                             | – | –      | –      | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
public.audit_log              | select                                             | – | –      | –      | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
public.audit_log_list         | select                                             | – | –      | –      | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
public.client_list            | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
public.project_list           | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
public.subscription_list      | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
public.message_threads        | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
public.invoice_list           | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
public.firm_totals            | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
private.document_files        | select                                             | – | –      | –      | – | –   | – | –   | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
private.linked_payers         | select                                             | – | –      | –      | – | –   | – | –   | –
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
private.document_version_counters| select                                             | – | –      | –      | – | –   | – | –   | –
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
private.shared_documents      | select                                             | – | –      | –      | – | –   | – | –   | –
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
private.unclaimed_files       | select                                             | – | –      | –      | – | –   | – | –   | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
private.email_outbox          | select                                             | – | –      | –      | – | –   | – | –   | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
private.announcements         | select                                             | – | –      | –      | – | –   | – | –   | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
private.former_member_names   | select                                             | – | –      | –      | – | –   | – | –   | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
private.recovery_codes        | select                                             | – | –      | –      | – | –   | – | –   | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
private.sign_in_attempts      | select                                             | – | –      | –      | – | –   | – | –   | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
private.rate_limits           | select                                             | – | –      | –      | – | –   | – | –   | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
private.provider_connections  | select                                             | – | –      | –      | – | –   | – | –   | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
private.oauth_tickets         | select                                             | – | –      | –      | – | –   | – | –   | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
private.oauth_states          | select                                             | – | –      | –      | – | –   | – | –   | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
private.webhook_events        | select                                             | – | –      | –      | – | –   | – | –   | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
private.square_invoice_reads  | select                                             | – | –      | –      | – | –   | – | –   | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
private.square_writes         | select                                             | – | –      | –      | – | –   | – | –   | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
private.sync_runs             | select                                             | – | –      | –      | – | –   | – | –   | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
private.job_runs              | select                                             | – | –      | –      | – | –   | – | –   | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
private.installation_state    | select                                             | – | –      | –      | – | –   | – | –   | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
private.migrations            | select                                             | – | –      | –      | – | –   | – | –   | –
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
endpoints.findings            | select                                             | – | –      | –      | – | all | – | all | –
                              | insert                                             | – | –      | –      | – | all | – | all | –
                              | insert any other column                            | – | –      | –      | – | –   | – | –   | –
                              | update title, severity, cvss_vector, cvss_score, affected_asset, description, impact, evidence, reproduction_steps, recommendation, tags, tester, found_on, fingerprint, correction_note, publication_status, published_on, withdrawal_reason, due_on, dispute_answer, remediation_status, number, key, version | – | –      | –      | – | all | – | all | –
                              | update any other column                            | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | all | – | all | –
endpoints.finding_mappings    | select                                             | – | –      | –      | – | all | – | all | –
                              | insert                                             | – | –      | –      | – | all | – | all | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | all | – | all | –
endpoints.finding_attachments | select                                             | – | –      | –      | – | all | – | all | –
                              | insert                                             | – | –      | –      | – | all | – | all | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | all | – | all | –
endpoints.finding_deadlines   | select                                             | – | –      | –      | – | all | – | all | –
                              | insert                                             | – | –      | –      | – | all | – | all | –
                              | update                                             | – | –      | –      | – | all | – | all | –
                              | delete                                             | – | –      | –      | – | all | – | all | –
endpoints.assessments         | select                                             | – | –      | –      | – | all | – | all | –
                              | insert                                             | – | –      | –      | – | all | – | all | –
                              | insert any other column                            | – | –      | –      | – | –   | – | –   | –
                              | update system, environment, engagement_reference, test_type, started_on, ended_on, testers, in_scope, out_of_scope, methodology, summary, approach | – | –      | –      | – | all | – | all | –
                              | update any other column                            | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
endpoints.tested_entries      | select                                             | – | –      | –      | – | all | – | all | –
                              | insert                                             | – | –      | –      | – | all | – | all | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | all | – | all | –
endpoints.finding_templates   | select                                             | – | –      | –      | – | all | – | all | –
                              | insert                                             | – | –      | –      | – | all | – | all | –
                              | insert any other column                            | – | –      | –      | – | –   | – | –   | –
                              | update title, severity, category, description, impact, reproduction_steps, recommendation, tags | – | –      | –      | – | all | – | all | –
                              | update any other column                            | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | all | – | all | –
endpoints.finding_template_mappings| select                                             | – | –      | –      | – | all | – | all | –
                              | insert                                             | – | –      | –      | – | all | – | all | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | all | – | all | –
endpoints.proposal_terms      | select                                             | – | – | – | – | all | – | all | –
                              | insert                                             | – | – | – | – | all | – | all | –
                              | update                                             | – | – | – | – | – | – | – | –
                              | delete                                             | – | – | – | – | – | – | – | –
endpoints.proposal_templates  | select                                             | – | – | – | – | all | – | all | –
                              | insert                                             | – | – | – | – | all | – | all | –
                              | insert any other column                            | – | – | – | – | – | – | – | –
                              | update name, content                               | – | – | – | – | all | – | all | –
                              | update any other column                            | – | – | – | – | – | – | – | –
                              | delete                                             | – | – | – | – | all | – | all | –
endpoints.project_milestones  | select                                             | – | – | – | – | all | – | all | –
                              | insert                                             | – | – | – | – | all | – | all | –
                              | insert any other column                            | – | – | – | – | – | – | – | –
                              | update title, due_on, done_at, position            | – | – | – | – | all | – | all | –
                              | update any other column                            | – | – | – | – | – | – | – | –
                              | delete                                             | – | – | – | – | all | – | all | –
endpoints.planned_payments    | select                                             | – | – | – | – | all | – | all | –
                              | insert                                             | – | – | – | – | – | – | – | –
                              | update due_on, due_at, invoice_id, when_due        | – | – | – | – | all | – | all | –
                              | update any other column                            | – | – | – | – | – | – | – | –
                              | delete                                             | – | – | – | – | – | – | – | –
endpoints.clients             | select                                             | – | –      | –      | – | all | – | all | –
                              | insert                                             | – | –      | –      | – | all | – | all | –
                              | update user_id, status                             | – | –      | –      | – | all | – | all | –
                              | update any other column                            | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
endpoints.invoices            | select                                             | – | –      | –      | – | all | – | all | –
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update client_id, client_assigned_manually         | – | –      | –      | – | all | – | all | –
                              | update any other column                            | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
endpoints.invoice_reminders   | select                                             | – | –      | –      | – | all | – | all | –
                              | insert                                             | – | –      | –      | – | all | – | all | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
endpoints.client_rates        | select                                             | – | –      | –      | – | all | – | all | –
                              | insert                                             | – | –      | –      | – | all | – | all | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | all | – | all | –
endpoints.subscription_tiers  | select                                             | – | –      | –      | – | all | – | all | –
                              | insert                                             | – | –      | –      | – | all | – | all | –
                              | update                                             | – | –      | –      | – | all | – | all | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
endpoints.service_bookings    | select                                             | – | –      | –      | – | all | – | all | –
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update status, scheduled_at, decline_reason, meeting_minutes, meeting_url, calendar_sequence, proposed_at, proposal_note, host_id | – | –      | –      | – | all | – | all | –
                              | update any other column                            | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
endpoints.plan_requests       | select                                             | – | –      | –      | – | all | – | all | –
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update status, answer                              | – | –      | –      | – | all | – | all | –
                              | update any other column                            | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
endpoints.contact_inquiries   | select                                             | – | –      | –      | – | all | – | all | –
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update status, notes, client_id, replied_at        | – | –      | –      | – | all | – | all | –
                              | update any other column                            | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
endpoints.inquiry_replies     | select                                             | – | –      | –      | – | all | – | all | –
                              | insert                                             | – | –      | –      | – | all | – | all | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
endpoints.square_links        | select                                             | – | –      | –      | – | all | – | all | –
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update template                                    | – | –      | –      | – | all | – | all | –
                              | update any other column                            | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
endpoints.square_writes       | select                                             | – | –      | –      | – | all | – | all | –
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
public.scheduling_settings    | select                                             | – | all    | all    | – | all | –    | all | all
                              | insert                                             | – | –      | –      | – | –   | –    | – | –
                              | update                                             | – | –      | –      | – | –   | –    | – | all
                              | delete                                             | – | –      | –      | – | –   | –    | – | –
public.availability_hours     | select                                             | – | –      | –      | – | all | –    | all | all
                              | insert                                             | – | –      | –      | – | –   | –    | – | –
                              | update                                             | – | –      | –      | – | –   | –    | – | all
                              | delete                                             | – | –      | –      | – | –   | –    | – | –
public.availability_overrides | select                                             | – | –      | –      | – | all | –    | all | all
                              | insert                                             | – | –      | –      | – | –   | –    | – | all
                              | update                                             | – | –      | –      | – | –   | –    | – | all
                              | delete                                             | – | –      | –      | – | –   | –    | – | all
public.consultation_hosts     | select                                             | – | –      | –      | – | all | –    | all | all
                              | insert                                             | – | –      | –      | – | –   | –    | – | all
                              | update                                             | – | –      | –      | – | –   | –    | – | all
                              | delete                                             | – | –      | –      | – | –   | –    | – | all
public.blocked_times          | select                                             | – | –      | –      | – | all | –    | all | all
                              | insert                                             | – | –      | –      | – | –   | –    | – | all
                              | update                                             | – | –      | –      | – | –   | –    | – | all
                              | delete                                             | – | –      | –      | – | –   | –    | – | all
public.consultations          | select                                             | – | –      | –      | – | all | –    | all | all
                              | insert                                             | – | –      | –      | – | –   | –    | – | all
                              | update                                             | – | –      | –      | – | –   | –    | – | all
                              | delete                                             | – | –      | –      | – | –   | –    | – | all
private.calendar_feeds        | select                                             | – | –      | –      | – | –   | –    | – | all
                              | insert                                             | – | –      | –      | – | –   | –    | – | all
                              | update                                             | – | –      | –      | – | –   | –    | – | all
                              | delete                                             | – | –      | –      | – | –   | –    | – | all
private.feed_busy_times       | select                                             | – | –      | –      | – | –   | –    | – | all
                              | insert                                             | – | –      | –      | – | –   | –    | – | all
                              | update                                             | – | –      | –      | – | –   | –    | – | all
                              | delete                                             | – | –      | –      | – | –   | –    | – | all
private.consultation_tokens   | select                                             | – | –      | –      | – | –   | –    | – | all
                              | insert                                             | – | –      | –      | – | –   | –    | – | all
                              | update                                             | – | –      | –      | – | –   | –    | – | all
                              | delete                                             | – | –      | –      | – | –   | –    | – | all
private.host_reservations     | select                                             | – | –      | –      | – | –   | –    | – | all
                              | insert                                             | – | –      | –      | – | –   | –    | – | all
                              | update                                             | – | –      | –      | – | –   | –    | – | all
                              | delete                                             | – | –      | –      | – | –   | –    | – | all
private.hold_networks         | select                                             | – | –      | –      | – | –   | –    | – | all
                              | insert                                             | – | –      | –      | – | –   | –    | – | all
                              | update                                             | – | –      | –      | – | –   | –    | – | all
                              | delete                                             | – | –      | –      | – | –   | –    | – | all
private.reached_limits        | select                                             | – | –      | –      | – | –   | –    | – | all
                              | insert                                             | – | –      | –      | – | –   | –    | – | all
                              | update                                             | – | –      | –      | – | –   | –    | – | all
                              | delete                                             | – | –      | –      | – | –   | –    | – | all
endpoints.scheduling_settings | select                                             | – | –      | –      | – | all | –    | all | –
                              | insert                                             | – | –      | –      | – | –   | –    | – | –
                              | update                                             | – | –      | –      | – | all | –    | all | –
                              | delete                                             | – | –      | –      | – | –   | –    | – | –
endpoints.availability_hours  | select                                             | – | –      | –      | – | all | –    | all | –
                              | insert                                             | – | –      | –      | – | –   | –    | – | –
                              | update hours                                       | – | –      | –      | – | all | –    | all | –
                              | update any other column                            | – | –      | –      | – | –   | –    | – | –
                              | delete                                             | – | –      | –      | – | –   | –    | – | –
endpoints.availability_overrides| select                                             | – | –      | –      | – | all | –    | all | –
                              | insert                                             | – | –      | –      | – | all | –    | all | –
                              | update                                             | – | –      | –      | – | all | –    | all | –
                              | delete                                             | – | –      | –      | – | all | –    | all | –
endpoints.consultation_hosts  | select                                             | – | –      | –      | – | all | –    | all | –
                              | insert                                             | – | –      | –      | – | all | –    | all | –
                              | insert any other column                            | – | –      | –      | – | –   | –    | – | –
                              | update name, email, user_id, meeting_url, phone, is_active| – | –      | –      | – | all | –    | all | –
                              | update any other column                            | – | –      | –      | – | –   | –    | – | –
                              | delete                                             | – | –      | –      | – | all | –    | all | –
endpoints.blocked_times       | select                                             | – | –      | –      | – | all | –    | all | –
                              | insert                                             | – | –      | –      | – | all | –    | all | –
                              | insert any other column                            | – | –      | –      | – | –   | –    | – | –
                              | update                                             | – | –      | –      | – | –   | –    | – | –
                              | delete                                             | – | –      | –      | – | all | –    | all | –
endpoints.calendar_feeds      | select                                             | – | –      | –      | – | all | –    | all | –
                              | insert                                             | – | –      | –      | – | all | –    | all | –
                              | insert any other column                            | – | –      | –      | – | –   | –    | – | –
                              | update label                                       | – | –      | –      | – | all | –    | all | –
                              | update any other column                            | – | –      | –      | – | –   | –    | – | –
                              | delete                                             | – | –      | –      | – | all | –    | all | –
endpoints.consultations       | select                                             | – | –      | –      | – | all | –    | all | –
                              | insert                                             | – | –      | –      | – | –   | –    | – | –
                              | update status, calendar_sequence                   | – | –      | –      | – | all | –    | all | –
                              | update host_id, starts_at, ends_at, previous_starts| – | –      | –      | – | all | –    | all | –
                              | update cancelled_at, cancelled_by, cancel_reason   | – | –      | –      | – | all | –    | all | –
                              | update any other column                            | – | –      | –      | – | –   | –    | – | –
                              | delete                                             | – | –      | –      | – | –   | –    | – | –
endpoints.email_settings      | select                                             | – | –      | –      | – | all | – | all | –
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | all | – | all | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
endpoints.retention_periods   | select                                             | – | –      | –      | – | all | – | all | –
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | all | – | all | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
endpoints.sign_in_attempts    | select                                             | – | –      | –      | – | all | – | all | –
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
`);

const PAGE_PATH = fileURLToPath(new URL("../docs/access-matrix.md", import.meta.url));

let callers: MatrixCaller[];
let relations: Relation[];
let actualAccess: MatrixLine[];

beforeAll(async () => {
  const database = await createDatabaseForThisRun();
  const matrix = await createMatrixCallers(database);
  const samples = await storeSamples(database, matrix.clients);
  callers = matrix.callers;
  relations = await readRelations(database.pool, matrix.clients);
  actualAccess = await runMatrix(database.pool, EXPECTED_ACCESS, { ...matrix, relations, samples });
});

describe("the access matrix", () => {
  test("covers every command on every table and view for every caller", () => {
    const actionsOn = (name: string) =>
      EXPECTED_ACCESS.filter((line) => line.relation === name).map((line) => line.operation);
    for (const { name } of relations) {
      for (const verb of ["select", "insert", "update", "delete"]) {
        expect(
          actionsOn(name).some((operation) => operation.startsWith(verb)),
          `${verb} on ${name}`,
        ).toBe(true);
      }
    }
    expect(new Set(EXPECTED_ACCESS.map((line) => line.relation))).toEqual(
      new Set(relations.map(({ name }) => name)),
    );
    for (const line of EXPECTED_ACCESS) {
      expect(line.cells, `${line.relation} ${line.operation}`).toHaveLength(callers.length);
    }
  });

  test("has a line for all other columns of each table with column-level updates", () => {
    for (const line of EXPECTED_ACCESS) {
      const [verb = "", ...columns] = line.operation.split(" ");
      if (columns.length === 0 || verb === "insert") {
        continue;
      }
      const otherColumnsLine = EXPECTED_ACCESS.find(
        (other) => other.relation === line.relation && other.operation === `${verb} any other column`,
      );
      expect(otherColumnsLine, `${line.relation} ${line.operation}`).toBeDefined();
    }
  });

  test("has sample rows in every table, so that no cell is tested without data", () => {
    expect(relations.filter((relation) => relation.rows.length === 0).map(({ name }) => name)).toEqual([]);
  });

  test("matches the access of every caller", async () => {
    const mismatches = actualAccess.flatMap((line, index) =>
      line.cells.flatMap((cell, column) => {
        const expected = EXPECTED_ACCESS[index]?.cells[column];
        return cell === expected
          ? []
          : [`${line.relation} ${line.operation}, ${callers[column]?.name}: ${cell}, not ${expected}`];
      }),
    );
    expect(mismatches).toEqual([]);
    await writePage();
  });
});

/** Writes the page only if its content changed. */
async function writePage(): Promise<void> {
  const cells = actualAccess.reduce((sum, line) => sum + line.cells.length, 0);
  const page = `# Access matrix

This page is generated by \`supabase/access-matrix.test.ts\`, which lists the expected access and verifies every cell with
real rows and the caller's token. The matrix has ${actualAccess.length} operations and ${cells} cells.

| Value | Meaning |
|---|---|
| all | All rows |
| own | The rows of the caller's client |
| active | Support plans that clients can subscribe to |
| – | No rows. The request is rejected, or the rows are filtered out |
| any other column | Each column that the table's other lines do not list, tested individually |

The tokens of suspended clients and of administrators with an unverified factor were signed before the suspension or the
enrollment.

${formatMatrix(actualAccess, callers)}`;
  const current = await readFile(PAGE_PATH, "utf8").catch(() => "");
  if (current !== page) {
    await writeFile(PAGE_PATH, page);
  }
}
