import type {
  CalendarDate,
  CalendarDateInput,
  Dollars,
  DollarsInput,
  Instant,
  InstantInput,
} from "./value-types.ts"

export type Json =
  | string
  | number
  | boolean
  | null
  | { [key: string]: Json | undefined }
  | Json[]

export type Database = {
  // Allows to automatically instantiate createClient with right options
  // instead of createClient<Database, { PostgrestVersion: 'XX' }>(URL, KEY)
  __InternalSupabase: {
    PostgrestVersion: "14.1"
  }
  public: {
    Tables: {
      access_reviews: {
        Row: {
          client_id: string
          id: string
          members: Json
          reviewed_at: Instant
          reviewed_by: string | null
          reviewer: string
        }
        Insert: {
          client_id: string
          id?: string
          members: Json
          reviewed_at?: InstantInput
          reviewed_by?: string | null
          reviewer: string
        }
        Update: {
          client_id?: string
          id?: string
          members?: Json
          reviewed_at?: InstantInput
          reviewed_by?: string | null
          reviewer?: string
        }
        Relationships: [
          {
            foreignKeyName: "access_reviews_client_id_fkey"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "clients"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "access_reviews_reviewed_by_fkey"
            columns: ["reviewed_by"]
            isOneToOne: false
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
        ]
      }
      assessments: {
        Row: {
          approach: string
          client_id: string
          ended_on: CalendarDate
          engagement_reference: string
          environment: string
          in_scope: string
          methodology: string
          out_of_scope: string
          project_id: string
          started_on: CalendarDate
          summary: string
          system: string
          test_type: "black_box" | "gray_box" | "white_box"
          testers: string
          updated_at: Instant
        }
        Insert: {
          approach?: string
          client_id: string
          ended_on: CalendarDateInput
          engagement_reference?: string
          environment?: string
          in_scope?: string
          methodology?: string
          out_of_scope?: string
          project_id: string
          started_on: CalendarDateInput
          summary?: string
          system: string
          test_type: "black_box" | "gray_box" | "white_box"
          testers: string
          updated_at?: InstantInput
        }
        Update: {
          approach?: string
          client_id?: string
          ended_on?: CalendarDateInput
          engagement_reference?: string
          environment?: string
          in_scope?: string
          methodology?: string
          out_of_scope?: string
          project_id?: string
          started_on?: CalendarDateInput
          summary?: string
          system?: string
          test_type?: "black_box" | "gray_box" | "white_box"
          testers?: string
          updated_at?: InstantInput
        }
        Relationships: [
          {
            foreignKeyName: "assessments_project_id_client_id_fkey"
            columns: ["project_id", "client_id"]
            isOneToOne: true
            referencedRelation: "projects"
            referencedColumns: ["id", "client_id"]
          },
        ]
      }
      attestation_letters: {
        Row: {
          client_id: string
          code: string
          content: Json
          created_at: Instant
          document_id: string | null
          ended_on: CalendarDate | null
          id: string
          issued_on: CalendarDate
          project_id: string
          sha256: string
          status: "valid" | "superseded" | "withdrawn"
          withdrawal_reason: string
        }
        Insert: {
          client_id: string
          code: string
          content: Json
          created_at?: InstantInput
          document_id?: string | null
          ended_on?: CalendarDateInput | null
          id?: string
          issued_on: CalendarDateInput
          project_id: string
          sha256: string
          status?: "valid" | "superseded" | "withdrawn"
          withdrawal_reason?: string
        }
        Update: {
          client_id?: string
          code?: string
          content?: Json
          created_at?: InstantInput
          document_id?: string | null
          ended_on?: CalendarDateInput | null
          id?: string
          issued_on?: CalendarDateInput
          project_id?: string
          sha256?: string
          status?: "valid" | "superseded" | "withdrawn"
          withdrawal_reason?: string
        }
        Relationships: [
          {
            foreignKeyName: "attestation_letters_document_id_client_id_fkey"
            columns: ["document_id", "client_id"]
            isOneToOne: false
            referencedRelation: "documents"
            referencedColumns: ["id", "client_id"]
          },
          {
            foreignKeyName: "attestation_letters_project_id_client_id_fkey"
            columns: ["project_id", "client_id"]
            isOneToOne: false
            referencedRelation: "projects"
            referencedColumns: ["id", "client_id"]
          },
        ]
      }
      audit_log: {
        Row: {
          action: "insert" | "update" | "delete" | "invite" | "resend invitation" | "revoke invitation" | "remove second factors" | "export data" | "erase inquirer" | "erase member" | "connect" | "disconnect" | "release" | "replay" | "run" | "retry" | "resend" | "dismiss"
          actor: string
          actor_id: string | null
          after: Json | null
          at: Instant
          before: Json | null
          id: number
          part_of: number | null
          row_id: string | null
          table_name: string
        }
        Insert: {
          action: "insert" | "update" | "delete" | "invite" | "resend invitation" | "revoke invitation" | "remove second factors" | "export data" | "erase inquirer" | "erase member" | "connect" | "disconnect" | "release" | "replay" | "run" | "retry" | "resend" | "dismiss"
          actor: string
          actor_id?: string | null
          after?: Json | null
          at?: InstantInput
          before?: Json | null
          id?: never
          part_of?: number | null
          row_id?: string | null
          table_name: string
        }
        Update: {
          action?: "insert" | "update" | "delete" | "invite" | "resend invitation" | "revoke invitation" | "remove second factors" | "export data" | "erase inquirer" | "erase member" | "connect" | "disconnect" | "release" | "replay" | "run" | "retry" | "resend" | "dismiss"
          actor?: string
          actor_id?: string | null
          after?: Json | null
          at?: InstantInput
          before?: Json | null
          id?: never
          part_of?: number | null
          row_id?: string | null
          table_name?: string
        }
        Relationships: []
      }
      availability_hours: {
        Row: {
          hours: unknown
          weekday: number
        }
        Insert: {
          hours?: unknown
          weekday: number
        }
        Update: {
          hours?: unknown
          weekday?: number
        }
        Relationships: []
      }
      availability_overrides: {
        Row: {
          date: CalendarDate
          hours: unknown
          label: string
        }
        Insert: {
          date: CalendarDateInput
          hours?: unknown
          label?: string
        }
        Update: {
          date?: CalendarDateInput
          hours?: unknown
          label?: string
        }
        Relationships: []
      }
      blocked_times: {
        Row: {
          created_at: Instant
          ends_at: Instant
          host_id: string | null
          id: string
          reason: string
          starts_at: Instant
        }
        Insert: {
          created_at?: InstantInput
          ends_at: InstantInput
          host_id?: string | null
          id?: string
          reason?: string
          starts_at: InstantInput
        }
        Update: {
          created_at?: InstantInput
          ends_at?: InstantInput
          host_id?: string | null
          id?: string
          reason?: string
          starts_at?: InstantInput
        }
        Relationships: [
          {
            foreignKeyName: "blocked_times_host_id_fkey"
            columns: ["host_id"]
            isOneToOne: false
            referencedRelation: "consultation_hosts"
            referencedColumns: ["id"]
          },
        ]
      }
      client_activity: {
        Row: {
          action: "signed-in" | "downloaded" | "previewed" | "invited" | "invitation-resent" | "invitation-revoked" | "invitation-declined" | "joined" | "role-changed" | "expiry-changed" | "suspended" | "restored" | "removed" | "second-factor-required" | "second-factor-optional" | "access-reviewed" | "booking-requested" | "quote-requested" | "meeting-requested" | "plan-change-requested" | "plan-cancellation-requested" | "plan-keeping-requested" | "proposal-accepted" | "proposal-declined" | "milestone-accepted"
          actor: string
          actor_id: string | null
          actor_role: "client" | "admin" | "system"
          announced_at: Instant | null
          at: Instant
          client_id: string
          details: Json
          id: number
          subject: string
        }
        Insert: {
          action: "signed-in" | "downloaded" | "previewed" | "invited" | "invitation-resent" | "invitation-revoked" | "invitation-declined" | "joined" | "role-changed" | "expiry-changed" | "suspended" | "restored" | "removed" | "second-factor-required" | "second-factor-optional" | "access-reviewed" | "booking-requested" | "quote-requested" | "meeting-requested" | "plan-change-requested" | "plan-cancellation-requested" | "plan-keeping-requested" | "proposal-accepted" | "proposal-declined" | "milestone-accepted"
          actor?: string
          actor_id?: string | null
          actor_role: "client" | "admin" | "system"
          announced_at?: InstantInput | null
          at?: InstantInput
          client_id: string
          details?: Json
          id?: never
          subject?: string
        }
        Update: {
          action?: "signed-in" | "downloaded" | "previewed" | "invited" | "invitation-resent" | "invitation-revoked" | "invitation-declined" | "joined" | "role-changed" | "expiry-changed" | "suspended" | "restored" | "removed" | "second-factor-required" | "second-factor-optional" | "access-reviewed" | "booking-requested" | "quote-requested" | "meeting-requested" | "plan-change-requested" | "plan-cancellation-requested" | "plan-keeping-requested" | "proposal-accepted" | "proposal-declined" | "milestone-accepted"
          actor?: string
          actor_id?: string | null
          actor_role?: "client" | "admin" | "system"
          announced_at?: InstantInput | null
          at?: InstantInput
          client_id?: string
          details?: Json
          id?: never
          subject?: string
        }
        Relationships: [
          {
            foreignKeyName: "client_activity_actor_id_fkey"
            columns: ["actor_id"]
            isOneToOne: false
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "client_activity_client_id_fkey"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "clients"
            referencedColumns: ["id"]
          },
        ]
      }
      client_invitations: {
        Row: {
          access_expires_at: Instant | null
          client_id: string
          created_at: Instant
          email: string
          email_queued_at: Instant | null
          expires_at: Instant
          failed_sends: number
          id: string
          invited_by: string | null
          inviter: string
          name: string
          requested_at: Instant
          role: "owner" | "billing" | "technical" | "auditor"
          status: "pending" | "accepted" | "declined" | "revoked"
        }
        Insert: {
          access_expires_at?: InstantInput | null
          client_id: string
          created_at?: InstantInput
          email: string
          email_queued_at?: InstantInput | null
          expires_at?: InstantInput
          failed_sends?: number
          id?: string
          invited_by?: string | null
          inviter?: string
          name?: string
          requested_at?: InstantInput
          role: "owner" | "billing" | "technical" | "auditor"
          status?: "pending" | "accepted" | "declined" | "revoked"
        }
        Update: {
          access_expires_at?: InstantInput | null
          client_id?: string
          created_at?: InstantInput
          email?: string
          email_queued_at?: InstantInput | null
          expires_at?: InstantInput
          failed_sends?: number
          id?: string
          invited_by?: string | null
          inviter?: string
          name?: string
          requested_at?: InstantInput
          role?: "owner" | "billing" | "technical" | "auditor"
          status?: "pending" | "accepted" | "declined" | "revoked"
        }
        Relationships: [
          {
            foreignKeyName: "client_invitations_client_id_fkey"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "clients"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "client_invitations_invited_by_fkey"
            columns: ["invited_by"]
            isOneToOne: false
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
        ]
      }
      client_members: {
        Row: {
          client_id: string
          expires_at: Instant | null
          id: string
          invited_by: string | null
          joined_at: Instant
          last_seen_at: Instant | null
          name: string
          role: "owner" | "billing" | "technical" | "auditor"
          suspended_at: Instant | null
          user_id: string
        }
        Insert: {
          client_id: string
          expires_at?: InstantInput | null
          id?: string
          invited_by?: string | null
          joined_at?: InstantInput
          last_seen_at?: InstantInput | null
          name?: string
          role: "owner" | "billing" | "technical" | "auditor"
          suspended_at?: InstantInput | null
          user_id: string
        }
        Update: {
          client_id?: string
          expires_at?: InstantInput | null
          id?: string
          invited_by?: string | null
          joined_at?: InstantInput
          last_seen_at?: InstantInput | null
          name?: string
          role?: "owner" | "billing" | "technical" | "auditor"
          suspended_at?: InstantInput | null
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "client_members_client_id_fkey"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "clients"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "client_members_invited_by_fkey"
            columns: ["invited_by"]
            isOneToOne: false
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "client_members_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
        ]
      }
      client_rates: {
        Row: {
          client_id: string
          created_at: Instant
          description: string
          discount_tier: string | null
          effective_from: CalendarDate
          hourly_rate: Dollars
          id: string
          monthly_retainer: Dollars | null
          service_type: string
        }
        Insert: {
          client_id: string
          created_at?: InstantInput
          description?: string
          discount_tier?: string | null
          effective_from?: CalendarDateInput
          hourly_rate: DollarsInput
          id?: string
          monthly_retainer?: DollarsInput | null
          service_type: string
        }
        Update: {
          client_id?: string
          created_at?: InstantInput
          description?: string
          discount_tier?: string | null
          effective_from?: CalendarDateInput
          hourly_rate?: DollarsInput
          id?: string
          monthly_retainer?: DollarsInput | null
          service_type?: string
        }
        Relationships: [
          {
            foreignKeyName: "client_rates_client_id_fkey"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "clients"
            referencedColumns: ["id"]
          },
        ]
      }
      client_role_documents: {
        Row: {
          category: "contract" | "report" | "deliverable" | "invoice" | "other"
          role: "owner" | "billing" | "technical" | "auditor"
        }
        Insert: {
          category: "contract" | "report" | "deliverable" | "invoice" | "other"
          role: "owner" | "billing" | "technical" | "auditor"
        }
        Update: {
          category?: "contract" | "report" | "deliverable" | "invoice" | "other"
          role?: "owner" | "billing" | "technical" | "auditor"
        }
        Relationships: []
      }
      client_role_permissions: {
        Row: {
          permission: "billing" | "findings" | "meetings" | "messages" | "people" | "projects" | "proposals" | "rates" | "remediation" | "requests" | "settings"
          role: "owner" | "billing" | "technical" | "auditor"
        }
        Insert: {
          permission: "billing" | "findings" | "meetings" | "messages" | "people" | "projects" | "proposals" | "rates" | "remediation" | "requests" | "settings"
          role: "owner" | "billing" | "technical" | "auditor"
        }
        Update: {
          permission?: "billing" | "findings" | "meetings" | "messages" | "people" | "projects" | "proposals" | "rates" | "remediation" | "requests" | "settings"
          role?: "owner" | "billing" | "technical" | "auditor"
        }
        Relationships: []
      }
      client_subscriptions: {
        Row: {
          billed_price: Dollars | null
          client_id: string
          created_at: Instant
          current_period_end: CalendarDate | null
          ends_on: CalendarDate | null
          id: string
          linked_at: Instant | null
          square_status: string | null
          square_subscription_id: string | null
          square_version: number | null
          starts_on: CalendarDate | null
          status: "active" | "paused" | "past_due" | "cancelled"
          tier_id: string
          updated_at: Instant
        }
        Insert: {
          billed_price?: DollarsInput | null
          client_id: string
          created_at?: InstantInput
          current_period_end?: CalendarDateInput | null
          ends_on?: CalendarDateInput | null
          id?: string
          linked_at?: InstantInput | null
          square_status?: string | null
          square_subscription_id?: string | null
          square_version?: number | null
          starts_on?: CalendarDateInput | null
          status: "active" | "paused" | "past_due" | "cancelled"
          tier_id: string
          updated_at?: InstantInput
        }
        Update: {
          billed_price?: DollarsInput | null
          client_id?: string
          created_at?: InstantInput
          current_period_end?: CalendarDateInput | null
          ends_on?: CalendarDateInput | null
          id?: string
          linked_at?: InstantInput | null
          square_status?: string | null
          square_subscription_id?: string | null
          square_version?: number | null
          starts_on?: CalendarDateInput | null
          status?: "active" | "paused" | "past_due" | "cancelled"
          tier_id?: string
          updated_at?: InstantInput
        }
        Relationships: [
          {
            foreignKeyName: "client_subscriptions_client_id_fkey"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "clients"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "client_subscriptions_tier_id_fkey"
            columns: ["tier_id"]
            isOneToOne: false
            referencedRelation: "subscription_tiers"
            referencedColumns: ["id"]
          },
        ]
      }
      client_totals: {
        Row: {
          client_id: string
          invoice_count: number
          last_message_at: Instant | null
          outstanding_balance: Dollars
          unpaid_billed: Dollars
          unpaid_paid: Dollars
          unpaid_refunded: Dollars
          unread_count: number
        }
        Insert: {
          client_id: string
          invoice_count?: number
          last_message_at?: InstantInput | null
          outstanding_balance?: DollarsInput
          unpaid_billed?: DollarsInput
          unpaid_paid?: DollarsInput
          unpaid_refunded?: DollarsInput
          unread_count?: number
        }
        Update: {
          client_id?: string
          invoice_count?: number
          last_message_at?: InstantInput | null
          outstanding_balance?: DollarsInput
          unpaid_billed?: DollarsInput
          unpaid_paid?: DollarsInput
          unpaid_refunded?: DollarsInput
          unread_count?: number
        }
        Relationships: [
          {
            foreignKeyName: "client_totals_client_id_fkey"
            columns: ["client_id"]
            isOneToOne: true
            referencedRelation: "clients"
            referencedColumns: ["id"]
          },
        ]
      }
      clients: {
        Row: {
          address: string
          company: string
          contact_person: string
          created_at: Instant
          id: string
          joined_date: CalendarDate
          phone: string
          requires_second_factor: boolean
          square_customer_id: string | null
          status: "active" | "suspended"
          updated_at: Instant
          user_id: string | null
        }
        Insert: {
          address?: string
          company: string
          contact_person: string
          created_at?: InstantInput
          id?: string
          joined_date?: CalendarDateInput
          phone?: string
          requires_second_factor?: boolean
          square_customer_id?: string | null
          status?: "active" | "suspended"
          updated_at?: InstantInput
          user_id?: string | null
        }
        Update: {
          address?: string
          company?: string
          contact_person?: string
          created_at?: InstantInput
          id?: string
          joined_date?: CalendarDateInput
          phone?: string
          requires_second_factor?: boolean
          square_customer_id?: string | null
          status?: "active" | "suspended"
          updated_at?: InstantInput
          user_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "clients_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: true
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
        ]
      }
      consultation_hosts: {
        Row: {
          created_at: Instant
          email: string
          id: string
          is_active: boolean
          meeting_url: string | null
          name: string
          phone: string | null
          updated_at: Instant
          user_id: string | null
        }
        Insert: {
          created_at?: InstantInput
          email: string
          id?: string
          is_active?: boolean
          meeting_url?: string | null
          name: string
          phone?: string | null
          updated_at?: InstantInput
          user_id?: string | null
        }
        Update: {
          created_at?: InstantInput
          email?: string
          id?: string
          is_active?: boolean
          meeting_url?: string | null
          name?: string
          phone?: string | null
          updated_at?: InstantInput
          user_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "consultation_hosts_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
        ]
      }
      consultations: {
        Row: {
          calendar_sequence: number
          cancel_reason: string
          cancelled_at: Instant | null
          cancelled_by: "visitor" | "firm" | null
          client_id: string | null
          company: string
          confirmed_at: Instant | null
          created_at: Instant
          email: string
          ends_at: Instant
          form_id: string
          hold_expires_at: Instant | null
          host_id: string
          id: string
          inquiry_id: string | null
          name: string
          previous_starts: Instant[]
          retention_months: number
          starts_at: Instant
          status: "held" | "confirmed" | "cancelled" | "expired" | "no_show"
          time_zone: string
          topic: string
          updated_at: Instant
          visitor_changes: number
        }
        Insert: {
          calendar_sequence?: number
          cancel_reason?: string
          cancelled_at?: InstantInput | null
          cancelled_by?: "visitor" | "firm" | null
          client_id?: string | null
          company: string
          confirmed_at?: InstantInput | null
          created_at?: InstantInput
          email: string
          ends_at: InstantInput
          form_id: string
          hold_expires_at?: InstantInput | null
          host_id: string
          id?: string
          inquiry_id?: string | null
          name: string
          previous_starts?: InstantInput[]
          retention_months?: number
          starts_at: InstantInput
          status: "held" | "confirmed" | "cancelled" | "expired" | "no_show"
          time_zone: string
          topic: string
          updated_at?: InstantInput
          visitor_changes?: number
        }
        Update: {
          calendar_sequence?: number
          cancel_reason?: string
          cancelled_at?: InstantInput | null
          cancelled_by?: "visitor" | "firm" | null
          client_id?: string | null
          company?: string
          confirmed_at?: InstantInput | null
          created_at?: InstantInput
          email?: string
          ends_at?: InstantInput
          form_id?: string
          hold_expires_at?: InstantInput | null
          host_id?: string
          id?: string
          inquiry_id?: string | null
          name?: string
          previous_starts?: InstantInput[]
          retention_months?: number
          starts_at?: InstantInput
          status?: "held" | "confirmed" | "cancelled" | "expired" | "no_show"
          time_zone?: string
          topic?: string
          updated_at?: InstantInput
          visitor_changes?: number
        }
        Relationships: [
          {
            foreignKeyName: "consultations_client_id_fkey"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "clients"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "consultations_host_id_fkey"
            columns: ["host_id"]
            isOneToOne: false
            referencedRelation: "consultation_hosts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "consultations_inquiry_id_fkey"
            columns: ["inquiry_id"]
            isOneToOne: true
            referencedRelation: "contact_inquiries"
            referencedColumns: ["id"]
          },
        ]
      }
      contact_inquiries: {
        Row: {
          client_id: string | null
          company: string
          created_at: Instant
          email: string
          id: string
          message: string
          name: string
          notes: string
          reference: string
          replied_at: Instant | null
          reply_due_at: Instant | null
          retention_months: number
          service_interest: "AI Security Assessment" | "AI Security Governance" | "AI Engineering Acceleration" | "General Inquiry" | "Other"
          source: "contact_form" | "consultation"
          status: "new" | "in_progress" | "replied" | "closed"
        }
        Insert: {
          client_id?: string | null
          company: string
          created_at?: InstantInput
          email: string
          id?: string
          message: string
          name: string
          notes?: string
          reference: string
          replied_at?: InstantInput | null
          reply_due_at?: never
          retention_months?: number
          service_interest: "AI Security Assessment" | "AI Security Governance" | "AI Engineering Acceleration" | "General Inquiry" | "Other"
          source?: "contact_form" | "consultation"
          status?: "new" | "in_progress" | "replied" | "closed"
        }
        Update: {
          client_id?: string | null
          company?: string
          created_at?: InstantInput
          email?: string
          id?: string
          message?: string
          name?: string
          notes?: string
          reference?: string
          replied_at?: InstantInput | null
          reply_due_at?: never
          retention_months?: number
          service_interest?: "AI Security Assessment" | "AI Security Governance" | "AI Engineering Acceleration" | "General Inquiry" | "Other"
          source?: "contact_form" | "consultation"
          status?: "new" | "in_progress" | "replied" | "closed"
        }
        Relationships: [
          {
            foreignKeyName: "contact_inquiries_client_id_fkey"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "clients"
            referencedColumns: ["id"]
          },
        ]
      }
      document_downloads: {
        Row: {
          client_id: string
          document_id: string | null
          document_name: string
          document_version: number
          downloaded_at: Instant
          id: string
          kind: "download" | "preview"
          user_id: string | null
          user_role: "client" | "admin"
        }
        Insert: {
          client_id: string
          document_id?: string | null
          document_name: string
          document_version?: number
          downloaded_at?: InstantInput
          id?: string
          kind?: "download" | "preview"
          user_id?: string | null
          user_role: "client" | "admin"
        }
        Update: {
          client_id?: string
          document_id?: string | null
          document_name?: string
          document_version?: number
          downloaded_at?: InstantInput
          id?: string
          kind?: "download" | "preview"
          user_id?: string | null
          user_role?: "client" | "admin"
        }
        Relationships: [
          {
            foreignKeyName: "document_downloads_client_id_fkey"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "clients"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "document_downloads_document_id_fkey"
            columns: ["document_id"]
            isOneToOne: false
            referencedRelation: "documents"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "document_downloads_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
        ]
      }
      documents: {
        Row: {
          category: "contract" | "report" | "deliverable" | "invoice" | "other"
          client_id: string
          file_size: number
          id: string
          is_internal: boolean
          is_latest: boolean
          mime_type: string
          name: string
          project_id: string | null
          scan_detail: string | null
          scan_status: "pending" | "clear" | "unscanned" | "quarantined"
          scanned_at: Instant | null
          shared_with: string[]
          uploaded_at: Instant
          version: number
        }
        Insert: {
          category?: "contract" | "report" | "deliverable" | "invoice" | "other"
          client_id: string
          file_size: number
          id?: string
          is_internal?: boolean
          is_latest?: boolean
          mime_type: string
          name: string
          project_id?: string | null
          scan_detail?: string | null
          scan_status?: "pending" | "clear" | "unscanned" | "quarantined"
          scanned_at?: InstantInput | null
          shared_with?: string[]
          uploaded_at?: InstantInput
          version?: number
        }
        Update: {
          category?: "contract" | "report" | "deliverable" | "invoice" | "other"
          client_id?: string
          file_size?: number
          id?: string
          is_internal?: boolean
          is_latest?: boolean
          mime_type?: string
          name?: string
          project_id?: string | null
          scan_detail?: string | null
          scan_status?: "pending" | "clear" | "unscanned" | "quarantined"
          scanned_at?: InstantInput | null
          shared_with?: string[]
          uploaded_at?: InstantInput
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: "documents_client_id_fkey"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "clients"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "documents_project_fkey"
            columns: ["project_id", "client_id"]
            isOneToOne: false
            referencedRelation: "projects"
            referencedColumns: ["id", "client_id"]
          },
        ]
      }
      duplicate_plans: {
        Row: {
          announced_at: Instant | null
          client_id: string
          plan_count: number
          since: Instant
        }
        Insert: {
          announced_at?: InstantInput | null
          client_id: string
          plan_count: number
          since?: InstantInput
        }
        Update: {
          announced_at?: InstantInput | null
          client_id?: string
          plan_count?: number
          since?: InstantInput
        }
        Relationships: [
          {
            foreignKeyName: "duplicate_plans_client_id_fkey"
            columns: ["client_id"]
            isOneToOne: true
            referencedRelation: "clients"
            referencedColumns: ["id"]
          },
        ]
      }
      email_preferences: {
        Row: {
          documents: boolean
          findings: boolean
          meetings: boolean
          messages: boolean
          payment_reminders: boolean
          projects: boolean
          proposal_comments: boolean
          proposal_reminders: boolean
          receipts: boolean
          user_id: string
        }
        Insert: {
          documents?: boolean
          findings?: boolean
          meetings?: boolean
          messages?: boolean
          payment_reminders?: boolean
          projects?: boolean
          proposal_comments?: boolean
          proposal_reminders?: boolean
          receipts?: boolean
          user_id: string
        }
        Update: {
          documents?: boolean
          findings?: boolean
          meetings?: boolean
          messages?: boolean
          payment_reminders?: boolean
          projects?: boolean
          proposal_comments?: boolean
          proposal_reminders?: boolean
          receipts?: boolean
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "email_preferences_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: true
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
        ]
      }
      email_settings: {
        Row: {
          client_news_since: Instant
          id: boolean
          new_invoices_since: Instant | null
          overdue_since: Instant | null
          recipients: string[]
        }
        Insert: {
          client_news_since?: InstantInput
          id?: boolean
          new_invoices_since?: InstantInput | null
          overdue_since?: InstantInput | null
          recipients?: string[]
        }
        Update: {
          client_news_since?: InstantInput
          id?: boolean
          new_invoices_since?: InstantInput | null
          overdue_since?: InstantInput | null
          recipients?: string[]
        }
        Relationships: []
      }
      finding_attachments: {
        Row: {
          client_id: string
          document_id: string
          finding_id: string
        }
        Insert: {
          client_id: string
          document_id: string
          finding_id: string
        }
        Update: {
          client_id?: string
          document_id?: string
          finding_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "finding_attachments_document_fkey"
            columns: ["document_id", "client_id"]
            isOneToOne: false
            referencedRelation: "documents"
            referencedColumns: ["id", "client_id"]
          },
          {
            foreignKeyName: "finding_attachments_finding_id_client_id_fkey"
            columns: ["finding_id", "client_id"]
            isOneToOne: false
            referencedRelation: "findings"
            referencedColumns: ["id", "client_id"]
          },
        ]
      }
      finding_comments: {
        Row: {
          announced_at: Instant | null
          author: string
          author_id: string | null
          author_role: "client" | "admin"
          body: string
          client_id: string
          created_at: Instant
          finding_id: string
          id: string
          mentions: string[]
        }
        Insert: {
          announced_at?: InstantInput | null
          author?: string
          author_id?: string | null
          author_role?: "client" | "admin"
          body: string
          client_id: string
          created_at?: InstantInput
          finding_id: string
          id?: string
          mentions?: string[]
        }
        Update: {
          announced_at?: InstantInput | null
          author?: string
          author_id?: string | null
          author_role?: "client" | "admin"
          body?: string
          client_id?: string
          created_at?: InstantInput
          finding_id?: string
          id?: string
          mentions?: string[]
        }
        Relationships: [
          {
            foreignKeyName: "finding_comments_author_id_fkey"
            columns: ["author_id"]
            isOneToOne: false
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "finding_comments_finding_id_client_id_fkey"
            columns: ["finding_id", "client_id"]
            isOneToOne: false
            referencedRelation: "findings"
            referencedColumns: ["id", "client_id"]
          },
        ]
      }
      finding_deadlines: {
        Row: {
          client_id: string | null
          days: number | null
          id: string
          severity: "critical" | "high" | "medium" | "low"
        }
        Insert: {
          client_id?: string | null
          days?: number | null
          id?: string
          severity: "critical" | "high" | "medium" | "low"
        }
        Update: {
          client_id?: string | null
          days?: number | null
          id?: string
          severity?: "critical" | "high" | "medium" | "low"
        }
        Relationships: [
          {
            foreignKeyName: "finding_deadlines_client_id_fkey"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "clients"
            referencedColumns: ["id"]
          },
        ]
      }
      finding_events: {
        Row: {
          action: "published" | "corrected" | "withdrawn" | "restored" | "status-changed" | "dispute-answered" | "assigned" | "planned" | "due-date-changed" | "retest-requested" | "retest-started" | "retest-canceled" | "retested" | "acceptance-requested" | "acceptance-approved" | "acceptance-rejected" | "acceptance-withdrawn" | "acceptance-revoked" | "acceptance-expired"
          actor: string
          actor_id: string | null
          actor_role: "client" | "admin" | "system"
          announced_at: Instant | null
          at: Instant
          client_id: string
          finding_id: string
          from_value: string | null
          id: number
          note: string
          to_value: string | null
        }
        Insert: {
          action: "published" | "corrected" | "withdrawn" | "restored" | "status-changed" | "dispute-answered" | "assigned" | "planned" | "due-date-changed" | "retest-requested" | "retest-started" | "retest-canceled" | "retested" | "acceptance-requested" | "acceptance-approved" | "acceptance-rejected" | "acceptance-withdrawn" | "acceptance-revoked" | "acceptance-expired"
          actor?: string
          actor_id?: string | null
          actor_role: "client" | "admin" | "system"
          announced_at?: InstantInput | null
          at?: InstantInput
          client_id: string
          finding_id: string
          from_value?: string | null
          id?: never
          note?: string
          to_value?: string | null
        }
        Update: {
          action?: "published" | "corrected" | "withdrawn" | "restored" | "status-changed" | "dispute-answered" | "assigned" | "planned" | "due-date-changed" | "retest-requested" | "retest-started" | "retest-canceled" | "retested" | "acceptance-requested" | "acceptance-approved" | "acceptance-rejected" | "acceptance-withdrawn" | "acceptance-revoked" | "acceptance-expired"
          actor?: string
          actor_id?: string | null
          actor_role?: "client" | "admin" | "system"
          announced_at?: InstantInput | null
          at?: InstantInput
          client_id?: string
          finding_id?: string
          from_value?: string | null
          id?: never
          note?: string
          to_value?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "finding_events_actor_id_fkey"
            columns: ["actor_id"]
            isOneToOne: false
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "finding_events_finding_id_client_id_fkey"
            columns: ["finding_id", "client_id"]
            isOneToOne: false
            referencedRelation: "findings"
            referencedColumns: ["id", "client_id"]
          },
        ]
      }
      finding_mappings: {
        Row: {
          entry_id: string
          finding_id: string
          name: string
          taxonomy: string
          version: string
        }
        Insert: {
          entry_id: string
          finding_id: string
          name: string
          taxonomy: string
          version: string
        }
        Update: {
          entry_id?: string
          finding_id?: string
          name?: string
          taxonomy?: string
          version?: string
        }
        Relationships: [
          {
            foreignKeyName: "finding_mappings_finding_id_fkey"
            columns: ["finding_id"]
            isOneToOne: false
            referencedRelation: "findings"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "finding_mappings_taxonomy_version_entry_id_fkey"
            columns: ["taxonomy", "version", "entry_id"]
            isOneToOne: false
            referencedRelation: "taxonomy_entries"
            referencedColumns: ["taxonomy", "version", "id"]
          },
        ]
      }
      finding_reports: {
        Row: {
          client_id: string
          document_id: string | null
          error: string
          finished_at: Instant | null
          id: string
          progress: number
          project_id: string
          requested_at: Instant
          sha256: string | null
          status: "queued" | "running" | "done" | "unchanged" | "failed"
          version: number | null
        }
        Insert: {
          client_id: string
          document_id?: string | null
          error?: string
          finished_at?: InstantInput | null
          id?: string
          progress?: number
          project_id: string
          requested_at?: InstantInput
          sha256?: string | null
          status?: "queued" | "running" | "done" | "unchanged" | "failed"
          version?: number | null
        }
        Update: {
          client_id?: string
          document_id?: string | null
          error?: string
          finished_at?: InstantInput | null
          id?: string
          progress?: number
          project_id?: string
          requested_at?: InstantInput
          sha256?: string | null
          status?: "queued" | "running" | "done" | "unchanged" | "failed"
          version?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "finding_reports_document_id_client_id_fkey"
            columns: ["document_id", "client_id"]
            isOneToOne: false
            referencedRelation: "documents"
            referencedColumns: ["id", "client_id"]
          },
          {
            foreignKeyName: "finding_reports_project_id_client_id_fkey"
            columns: ["project_id", "client_id"]
            isOneToOne: false
            referencedRelation: "projects"
            referencedColumns: ["id", "client_id"]
          },
        ]
      }
      finding_template_mappings: {
        Row: {
          entry_id: string
          taxonomy: string
          template_id: string
          version: string
        }
        Insert: {
          entry_id: string
          taxonomy: string
          template_id: string
          version: string
        }
        Update: {
          entry_id?: string
          taxonomy?: string
          template_id?: string
          version?: string
        }
        Relationships: [
          {
            foreignKeyName: "finding_template_mappings_taxonomy_version_entry_id_fkey"
            columns: ["taxonomy", "version", "entry_id"]
            isOneToOne: false
            referencedRelation: "taxonomy_entries"
            referencedColumns: ["taxonomy", "version", "id"]
          },
          {
            foreignKeyName: "finding_template_mappings_template_id_fkey"
            columns: ["template_id"]
            isOneToOne: false
            referencedRelation: "finding_templates"
            referencedColumns: ["id"]
          },
        ]
      }
      finding_templates: {
        Row: {
          category: "llm" | "rag" | "agent" | "mlops"
          created_at: Instant
          description: string
          id: string
          impact: string
          is_builtin: boolean
          recommendation: string
          reproduction_steps: string
          severity: "critical" | "high" | "medium" | "low" | "info"
          tags: string[]
          title: string
          updated_at: Instant
        }
        Insert: {
          category: "llm" | "rag" | "agent" | "mlops"
          created_at?: InstantInput
          description?: string
          id?: string
          impact?: string
          is_builtin?: boolean
          recommendation?: string
          reproduction_steps?: string
          severity: "critical" | "high" | "medium" | "low" | "info"
          tags?: string[]
          title: string
          updated_at?: InstantInput
        }
        Update: {
          category?: "llm" | "rag" | "agent" | "mlops"
          created_at?: InstantInput
          description?: string
          id?: string
          impact?: string
          is_builtin?: boolean
          recommendation?: string
          reproduction_steps?: string
          severity?: "critical" | "high" | "medium" | "low" | "info"
          tags?: string[]
          title?: string
          updated_at?: InstantInput
        }
        Relationships: []
      }
      finding_versions: {
        Row: {
          content: Json
          correction_note: string
          created_at: Instant
          finding_id: string
          version: number
        }
        Insert: {
          content: Json
          correction_note: string
          created_at?: InstantInput
          finding_id: string
          version: number
        }
        Update: {
          content?: Json
          correction_note?: string
          created_at?: InstantInput
          finding_id?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: "finding_versions_finding_id_fkey"
            columns: ["finding_id"]
            isOneToOne: false
            referencedRelation: "findings"
            referencedColumns: ["id"]
          },
        ]
      }
      finding_views: {
        Row: {
          client_id: string
          finding_id: string
          user_id: string
          viewed_at: Instant
        }
        Insert: {
          client_id: string
          finding_id: string
          user_id?: string
          viewed_at?: InstantInput
        }
        Update: {
          client_id?: string
          finding_id?: string
          user_id?: string
          viewed_at?: InstantInput
        }
        Relationships: [
          {
            foreignKeyName: "finding_views_finding_id_client_id_fkey"
            columns: ["finding_id", "client_id"]
            isOneToOne: false
            referencedRelation: "findings"
            referencedColumns: ["id", "client_id"]
          },
          {
            foreignKeyName: "finding_views_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
        ]
      }
      findings: {
        Row: {
          affected_asset: string
          assignee_id: string | null
          client_id: string
          closed_at: Instant | null
          correction_note: string
          created_at: Instant
          cvss_score: number | null
          cvss_vector: string | null
          description: string
          dispute_answer: string
          due_on: CalendarDate | null
          evidence: string
          fingerprint: string | null
          found_on: CalendarDate
          id: string
          impact: string
          key: string
          number: number | null
          planned_on: CalendarDate | null
          project_id: string
          publication_status: "draft" | "published" | "withdrawn"
          published_at: Instant | null
          published_on: CalendarDate | null
          recommendation: string
          remediation_status: "open" | "in_progress" | "ready_for_retest" | "disputed" | "risk_accepted"
          reproduction_steps: string
          severity: "critical" | "high" | "medium" | "low" | "info"
          severity_rank: number
          state: string
          status_reason: string
          tags: string[]
          tester: string
          title: string
          updated_at: Instant
          verdict: "fixed" | "partly_fixed" | "not_fixed" | null
          version: number
          withdrawal_reason: string
        }
        Insert: {
          affected_asset?: string
          assignee_id?: string | null
          client_id: string
          closed_at?: InstantInput | null
          correction_note?: string
          created_at?: InstantInput
          cvss_score?: number | null
          cvss_vector?: string | null
          description?: string
          dispute_answer?: string
          due_on?: CalendarDateInput | null
          evidence?: string
          fingerprint?: string | null
          found_on: CalendarDateInput
          id?: string
          impact?: string
          key?: string
          number?: number | null
          planned_on?: CalendarDateInput | null
          project_id: string
          publication_status?: "draft" | "published" | "withdrawn"
          published_at?: InstantInput | null
          published_on?: CalendarDateInput | null
          recommendation?: string
          remediation_status?: "open" | "in_progress" | "ready_for_retest" | "disputed" | "risk_accepted"
          reproduction_steps?: string
          severity: "critical" | "high" | "medium" | "low" | "info"
          severity_rank?: never
          state?: never
          status_reason?: string
          tags?: string[]
          tester?: string
          title: string
          updated_at?: InstantInput
          verdict?: "fixed" | "partly_fixed" | "not_fixed" | null
          version?: number
          withdrawal_reason?: string
        }
        Update: {
          affected_asset?: string
          assignee_id?: string | null
          client_id?: string
          closed_at?: InstantInput | null
          correction_note?: string
          created_at?: InstantInput
          cvss_score?: number | null
          cvss_vector?: string | null
          description?: string
          dispute_answer?: string
          due_on?: CalendarDateInput | null
          evidence?: string
          fingerprint?: string | null
          found_on?: CalendarDateInput
          id?: string
          impact?: string
          key?: string
          number?: number | null
          planned_on?: CalendarDateInput | null
          project_id?: string
          publication_status?: "draft" | "published" | "withdrawn"
          published_at?: InstantInput | null
          published_on?: CalendarDateInput | null
          recommendation?: string
          remediation_status?: "open" | "in_progress" | "ready_for_retest" | "disputed" | "risk_accepted"
          reproduction_steps?: string
          severity?: "critical" | "high" | "medium" | "low" | "info"
          severity_rank?: never
          state?: never
          status_reason?: string
          tags?: string[]
          tester?: string
          title?: string
          updated_at?: InstantInput
          verdict?: "fixed" | "partly_fixed" | "not_fixed" | null
          version?: number
          withdrawal_reason?: string
        }
        Relationships: [
          {
            foreignKeyName: "findings_assignee_id_fkey"
            columns: ["assignee_id"]
            isOneToOne: false
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "findings_project_id_client_id_fkey"
            columns: ["project_id", "client_id"]
            isOneToOne: false
            referencedRelation: "projects"
            referencedColumns: ["id", "client_id"]
          },
        ]
      }
      inquiry_replies: {
        Row: {
          author: string
          id: string
          inquiry_id: string
          message: string
          sent_at: Instant
        }
        Insert: {
          author?: string
          id?: string
          inquiry_id: string
          message: string
          sent_at?: InstantInput
        }
        Update: {
          author?: string
          id?: string
          inquiry_id?: string
          message?: string
          sent_at?: InstantInput
        }
        Relationships: [
          {
            foreignKeyName: "inquiry_replies_inquiry_id_fkey"
            columns: ["inquiry_id"]
            isOneToOne: false
            referencedRelation: "contact_inquiries"
            referencedColumns: ["id"]
          },
        ]
      }
      invoice_drafts: {
        Row: {
          accepts_bank_transfers: boolean
          client_id: string
          confirmed_cents: number | null
          confirmed_recipient: string | null
          created_at: Instant
          created_by: string | null
          delivery: "email" | "link"
          discount_cents: number
          has_replaced_installments: boolean
          id: string
          lines: Json
          message: string
          payments: Json
          problem: "not_connected" | "writing_off" | "permission_missing" | "another_merchant" | "outage" | "several_customers" | "customer_of_another_client" | "customer_missing" | "email_missing" | "recipient_changed" | "amount_differs" | "changed_in_square" | "deleted_in_square" | "published_in_square" | "canceled_in_square" | "previous_in_square" | "due_date_passed" | "location_unavailable" | "not_cancelable" | "rejected" | null
          problem_at: Instant | null
          problem_detail: string
          project_id: string | null
          proposal_id: string | null
          published_at: Instant | null
          recipient_email: string | null
          recipient_name: string
          reminder_days: number[]
          requested_at: Instant | null
          requested_by: string | null
          requested_status: "draft" | "prepared" | "published" | "canceled" | "deleted"
          revision: number
          source_key: string | null
          square_customer_id: string | null
          square_invoice_id: string | null
          square_location_id: string | null
          square_merchant_id: string | null
          square_order_id: string | null
          square_version: number | null
          status: "draft" | "prepared" | "published" | "canceled" | "deleted"
          title: string
          total_cents: number
          updated_at: Instant
        }
        Insert: {
          accepts_bank_transfers?: boolean
          client_id: string
          confirmed_cents?: number | null
          confirmed_recipient?: string | null
          created_at?: InstantInput
          created_by?: string | null
          delivery: "email" | "link"
          discount_cents?: number
          has_replaced_installments?: boolean
          id?: string
          lines: Json
          message?: string
          payments: Json
          problem?: "not_connected" | "writing_off" | "permission_missing" | "another_merchant" | "outage" | "several_customers" | "customer_of_another_client" | "customer_missing" | "email_missing" | "recipient_changed" | "amount_differs" | "changed_in_square" | "deleted_in_square" | "published_in_square" | "canceled_in_square" | "previous_in_square" | "due_date_passed" | "location_unavailable" | "not_cancelable" | "rejected" | null
          problem_at?: InstantInput | null
          problem_detail?: string
          project_id?: string | null
          proposal_id?: string | null
          published_at?: InstantInput | null
          recipient_email?: string | null
          recipient_name?: string
          reminder_days?: number[]
          requested_at?: InstantInput | null
          requested_by?: string | null
          requested_status?: "draft" | "prepared" | "published" | "canceled" | "deleted"
          revision?: number
          source_key?: string | null
          square_customer_id?: string | null
          square_invoice_id?: string | null
          square_location_id?: string | null
          square_merchant_id?: string | null
          square_order_id?: string | null
          square_version?: number | null
          status?: "draft" | "prepared" | "published" | "canceled" | "deleted"
          title: string
          total_cents: number
          updated_at?: InstantInput
        }
        Update: {
          accepts_bank_transfers?: boolean
          client_id?: string
          confirmed_cents?: number | null
          confirmed_recipient?: string | null
          created_at?: InstantInput
          created_by?: string | null
          delivery?: "email" | "link"
          discount_cents?: number
          has_replaced_installments?: boolean
          id?: string
          lines?: Json
          message?: string
          payments?: Json
          problem?: "not_connected" | "writing_off" | "permission_missing" | "another_merchant" | "outage" | "several_customers" | "customer_of_another_client" | "customer_missing" | "email_missing" | "recipient_changed" | "amount_differs" | "changed_in_square" | "deleted_in_square" | "published_in_square" | "canceled_in_square" | "previous_in_square" | "due_date_passed" | "location_unavailable" | "not_cancelable" | "rejected" | null
          problem_at?: InstantInput | null
          problem_detail?: string
          project_id?: string | null
          proposal_id?: string | null
          published_at?: InstantInput | null
          recipient_email?: string | null
          recipient_name?: string
          reminder_days?: number[]
          requested_at?: InstantInput | null
          requested_by?: string | null
          requested_status?: "draft" | "prepared" | "published" | "canceled" | "deleted"
          revision?: number
          source_key?: string | null
          square_customer_id?: string | null
          square_invoice_id?: string | null
          square_location_id?: string | null
          square_merchant_id?: string | null
          square_order_id?: string | null
          square_version?: number | null
          status?: "draft" | "prepared" | "published" | "canceled" | "deleted"
          title?: string
          total_cents?: number
          updated_at?: InstantInput
        }
        Relationships: [
          {
            foreignKeyName: "invoice_drafts_client_id_fkey"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "clients"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "invoice_drafts_project_id_client_id_fkey"
            columns: ["project_id", "client_id"]
            isOneToOne: false
            referencedRelation: "projects"
            referencedColumns: ["id", "client_id"]
          },
          {
            foreignKeyName: "invoice_drafts_proposal_fkey"
            columns: ["proposal_id", "client_id"]
            isOneToOne: false
            referencedRelation: "proposals"
            referencedColumns: ["id", "client_id"]
          },
        ]
      }
      invoice_payers: {
        Row: {
          invoice_id: string
          payer_email: string | null
          payer_name: string | null
        }
        Insert: {
          invoice_id: string
          payer_email?: string | null
          payer_name?: string | null
        }
        Update: {
          invoice_id?: string
          payer_email?: string | null
          payer_name?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "invoice_payers_invoice_id_fkey"
            columns: ["invoice_id"]
            isOneToOne: true
            referencedRelation: "invoices"
            referencedColumns: ["id"]
          },
        ]
      }
      invoice_payment_fees: {
        Row: {
          amount: Dollars
          invoice_payment_id: string
        }
        Insert: {
          amount: DollarsInput
          invoice_payment_id: string
        }
        Update: {
          amount?: DollarsInput
          invoice_payment_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "invoice_payment_fees_invoice_payment_id_fkey"
            columns: ["invoice_payment_id"]
            isOneToOne: true
            referencedRelation: "invoice_payments"
            referencedColumns: ["id"]
          },
        ]
      }
      invoice_payments: {
        Row: {
          amount: Dollars
          card_brand: string | null
          card_last4: string | null
          created_at: Instant
          id: string
          invoice_id: string
          kind: "payment" | "refund"
          method: "card" | "bank_account" | "wallet" | "buy_now_pay_later" | "square_account" | "cash" | "external" | "other"
          receipt_number: string | null
          receipt_url: string | null
          square_id: string
          square_payment_id: string
          status: "pending" | "completed" | "failed" | "cancelled"
          tip_amount: Dollars
          updated_at: Instant
        }
        Insert: {
          amount: DollarsInput
          card_brand?: string | null
          card_last4?: string | null
          created_at: InstantInput
          id?: string
          invoice_id: string
          kind: "payment" | "refund"
          method?: "card" | "bank_account" | "wallet" | "buy_now_pay_later" | "square_account" | "cash" | "external" | "other"
          receipt_number?: string | null
          receipt_url?: string | null
          square_id: string
          square_payment_id: string
          status: "pending" | "completed" | "failed" | "cancelled"
          tip_amount?: DollarsInput
          updated_at: InstantInput
        }
        Update: {
          amount?: DollarsInput
          card_brand?: string | null
          card_last4?: string | null
          created_at?: InstantInput
          id?: string
          invoice_id?: string
          kind?: "payment" | "refund"
          method?: "card" | "bank_account" | "wallet" | "buy_now_pay_later" | "square_account" | "cash" | "external" | "other"
          receipt_number?: string | null
          receipt_url?: string | null
          square_id?: string
          square_payment_id?: string
          status?: "pending" | "completed" | "failed" | "cancelled"
          tip_amount?: DollarsInput
          updated_at?: InstantInput
        }
        Relationships: [
          {
            foreignKeyName: "invoice_payments_invoice_id_fkey"
            columns: ["invoice_id"]
            isOneToOne: false
            referencedRelation: "invoices"
            referencedColumns: ["id"]
          },
        ]
      }
      invoice_reminders: {
        Row: {
          amount_cents: number
          client_id: string
          created_at: Instant
          id: string
          invoice_id: string
          sent_by: string | null
          sent_on: CalendarDate
        }
        Insert: {
          amount_cents: number
          client_id: string
          created_at?: InstantInput
          id?: string
          invoice_id: string
          sent_by?: string | null
          sent_on: CalendarDateInput
        }
        Update: {
          amount_cents?: number
          client_id?: string
          created_at?: InstantInput
          id?: string
          invoice_id?: string
          sent_by?: string | null
          sent_on?: CalendarDateInput
        }
        Relationships: [
          {
            foreignKeyName: "invoice_reminders_client_id_fkey"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "clients"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "invoice_reminders_invoice_id_fkey"
            columns: ["invoice_id"]
            isOneToOne: false
            referencedRelation: "invoices"
            referencedColumns: ["id"]
          },
        ]
      }
      invoices: {
        Row: {
          accepted_payment_methods: Json
          amount: Dollars
          client_assigned_at: Instant | null
          client_assigned_manually: boolean
          client_id: string | null
          created_at: Instant
          description: string
          discount_amount: Dollars
          due_date: CalendarDate | null
          first_overdue_at: Instant | null
          id: string
          invoice_number: string
          is_processing: boolean
          is_scheduled: boolean
          issued_date: CalendarDate | null
          issued_date_is_estimate: boolean
          line_items: Json
          next_payment_amount: Dollars | null
          next_payment_due_date: CalendarDate | null
          paid_date: CalendarDate | null
          paid_date_is_estimate: boolean
          payable_since: Instant | null
          payment_schedule: Json
          pending_refund_amount: Dollars
          processing_amount: Dollars
          project_id: string | null
          refunded_amount: Dollars
          service_charge_amount: Dollars
          service_date: CalendarDate | null
          square_charge_failed_at: Instant | null
          square_customer_id: string | null
          square_invoice_id: string | null
          square_location_id: string | null
          square_merchant_id: string | null
          square_payment_url: string | null
          square_status: string | null
          square_subscription_id: string | null
          square_version: number | null
          status: "paid" | "pending" | "overdue" | "cancelled"
          tax_amount: Dollars
          time_zone: string
          tip_amount: Dollars
          total_paid_amount: Dollars
          updated_at: Instant
        }
        Insert: {
          accepted_payment_methods?: Json
          amount: DollarsInput
          client_assigned_at?: InstantInput | null
          client_assigned_manually?: boolean
          client_id?: string | null
          created_at?: InstantInput
          description?: string
          discount_amount?: DollarsInput
          due_date?: CalendarDateInput | null
          first_overdue_at?: InstantInput | null
          id?: string
          invoice_number?: string
          is_processing?: never
          is_scheduled?: never
          issued_date?: CalendarDateInput | null
          issued_date_is_estimate?: boolean
          line_items?: Json
          next_payment_amount?: DollarsInput | null
          next_payment_due_date?: CalendarDateInput | null
          paid_date?: CalendarDateInput | null
          paid_date_is_estimate?: boolean
          payable_since?: InstantInput | null
          payment_schedule?: Json
          pending_refund_amount?: DollarsInput
          processing_amount?: DollarsInput
          project_id?: string | null
          refunded_amount?: DollarsInput
          service_charge_amount?: DollarsInput
          service_date?: CalendarDateInput | null
          square_charge_failed_at?: InstantInput | null
          square_customer_id?: string | null
          square_invoice_id?: string | null
          square_location_id?: string | null
          square_merchant_id?: string | null
          square_payment_url?: string | null
          square_status?: string | null
          square_subscription_id?: string | null
          square_version?: number | null
          status: "paid" | "pending" | "overdue" | "cancelled"
          tax_amount?: DollarsInput
          time_zone?: string
          tip_amount?: DollarsInput
          total_paid_amount?: DollarsInput
          updated_at?: InstantInput
        }
        Update: {
          accepted_payment_methods?: Json
          amount?: DollarsInput
          client_assigned_at?: InstantInput | null
          client_assigned_manually?: boolean
          client_id?: string | null
          created_at?: InstantInput
          description?: string
          discount_amount?: DollarsInput
          due_date?: CalendarDateInput | null
          first_overdue_at?: InstantInput | null
          id?: string
          invoice_number?: string
          is_processing?: never
          is_scheduled?: never
          issued_date?: CalendarDateInput | null
          issued_date_is_estimate?: boolean
          line_items?: Json
          next_payment_amount?: DollarsInput | null
          next_payment_due_date?: CalendarDateInput | null
          paid_date?: CalendarDateInput | null
          paid_date_is_estimate?: boolean
          payable_since?: InstantInput | null
          payment_schedule?: Json
          pending_refund_amount?: DollarsInput
          processing_amount?: DollarsInput
          project_id?: string | null
          refunded_amount?: DollarsInput
          service_charge_amount?: DollarsInput
          service_date?: CalendarDateInput | null
          square_charge_failed_at?: InstantInput | null
          square_customer_id?: string | null
          square_invoice_id?: string | null
          square_location_id?: string | null
          square_merchant_id?: string | null
          square_payment_url?: string | null
          square_status?: string | null
          square_subscription_id?: string | null
          square_version?: number | null
          status?: "paid" | "pending" | "overdue" | "cancelled"
          tax_amount?: DollarsInput
          time_zone?: string
          tip_amount?: DollarsInput
          total_paid_amount?: DollarsInput
          updated_at?: InstantInput
        }
        Relationships: [
          {
            foreignKeyName: "invoices_client_id_fkey"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "clients"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "invoices_project_id_client_id_fkey"
            columns: ["project_id", "client_id"]
            isOneToOne: false
            referencedRelation: "projects"
            referencedColumns: ["id", "client_id"]
          },
        ]
      }
      messages: {
        Row: {
          body: string
          client_id: string
          created_at: Instant
          id: string
          read_by_client_at: Instant | null
          read_by_firm_at: Instant | null
          sender_id: string | null
          sender_role: "client" | "admin"
        }
        Insert: {
          body: string
          client_id?: string
          created_at?: InstantInput
          id?: string
          read_by_client_at?: InstantInput | null
          read_by_firm_at?: InstantInput | null
          sender_id?: string | null
          sender_role?: "client" | "admin"
        }
        Update: {
          body?: string
          client_id?: string
          created_at?: InstantInput
          id?: string
          read_by_client_at?: InstantInput | null
          read_by_firm_at?: InstantInput | null
          sender_id?: string | null
          sender_role?: "client" | "admin"
        }
        Relationships: [
          {
            foreignKeyName: "messages_client_id_fkey"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "clients"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "messages_sender_id_fkey"
            columns: ["sender_id"]
            isOneToOne: false
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
        ]
      }
      plan_changes: {
        Row: {
          changed_at: Instant
          from_tier_id: string
          id: number
          subscription_id: string
          to_tier_id: string
        }
        Insert: {
          changed_at?: InstantInput
          from_tier_id: string
          id?: never
          subscription_id: string
          to_tier_id: string
        }
        Update: {
          changed_at?: InstantInput
          from_tier_id?: string
          id?: never
          subscription_id?: string
          to_tier_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "plan_changes_from_tier_id_fkey"
            columns: ["from_tier_id"]
            isOneToOne: false
            referencedRelation: "subscription_tiers"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "plan_changes_subscription_id_fkey"
            columns: ["subscription_id"]
            isOneToOne: false
            referencedRelation: "client_subscriptions"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "plan_changes_to_tier_id_fkey"
            columns: ["to_tier_id"]
            isOneToOne: false
            referencedRelation: "subscription_tiers"
            referencedColumns: ["id"]
          },
        ]
      }
      plan_checkouts: {
        Row: {
          client_id: string
          confirmed_at: Instant | null
          started_at: Instant
          subscription_id: string | null
          tier_id: string
        }
        Insert: {
          client_id: string
          confirmed_at?: InstantInput | null
          started_at?: InstantInput
          subscription_id?: string | null
          tier_id: string
        }
        Update: {
          client_id?: string
          confirmed_at?: InstantInput | null
          started_at?: InstantInput
          subscription_id?: string | null
          tier_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "plan_checkouts_client_id_fkey"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "clients"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "plan_checkouts_subscription_id_fkey"
            columns: ["subscription_id"]
            isOneToOne: false
            referencedRelation: "client_subscriptions"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "plan_checkouts_tier_id_fkey"
            columns: ["tier_id"]
            isOneToOne: false
            referencedRelation: "subscription_tiers"
            referencedColumns: ["id"]
          },
        ]
      }
      plan_end_changes: {
        Row: {
          changed_at: Instant
          ends_on: CalendarDate | null
          id: number
          kind: "end" | "keep"
          subscription_id: string
        }
        Insert: {
          changed_at?: InstantInput
          ends_on?: CalendarDateInput | null
          id?: never
          kind: "end" | "keep"
          subscription_id: string
        }
        Update: {
          changed_at?: InstantInput
          ends_on?: CalendarDateInput | null
          id?: never
          kind?: "end" | "keep"
          subscription_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "plan_end_changes_subscription_id_fkey"
            columns: ["subscription_id"]
            isOneToOne: false
            referencedRelation: "client_subscriptions"
            referencedColumns: ["id"]
          },
        ]
      }
      plan_endings: {
        Row: {
          client_id: string
          confirmed_on: CalendarDate | null
          created_at: Instant
          created_by: string
          ending_id: string | null
          finished_at: Instant | null
          id: string
          kind: "end" | "keep"
          merchant_id: string
          plan_request_id: string | null
          problem: "writing_off" | "not_connected" | "permission_missing" | "another_merchant" | "date_changed" | "not_active" | "not_scheduled" | "request_closed" | "not_applied" | "rejected" | "outage" | "not_stored" | "changed_again" | null
          requested_at: Instant
          sent_at: Instant | null
          square_action_id: string | null
          square_version: number | null
          status: "pending" | "done" | "failed"
          subscription_id: string | null
        }
        Insert: {
          client_id: string
          confirmed_on?: CalendarDateInput | null
          created_at?: InstantInput
          created_by: string
          ending_id?: string | null
          finished_at?: InstantInput | null
          id?: string
          kind: "end" | "keep"
          merchant_id: string
          plan_request_id?: string | null
          problem?: "writing_off" | "not_connected" | "permission_missing" | "another_merchant" | "date_changed" | "not_active" | "not_scheduled" | "request_closed" | "not_applied" | "rejected" | "outage" | "not_stored" | "changed_again" | null
          requested_at?: InstantInput
          sent_at?: InstantInput | null
          square_action_id?: string | null
          square_version?: number | null
          status?: "pending" | "done" | "failed"
          subscription_id?: string | null
        }
        Update: {
          client_id?: string
          confirmed_on?: CalendarDateInput | null
          created_at?: InstantInput
          created_by?: string
          ending_id?: string | null
          finished_at?: InstantInput | null
          id?: string
          kind?: "end" | "keep"
          merchant_id?: string
          plan_request_id?: string | null
          problem?: "writing_off" | "not_connected" | "permission_missing" | "another_merchant" | "date_changed" | "not_active" | "not_scheduled" | "request_closed" | "not_applied" | "rejected" | "outage" | "not_stored" | "changed_again" | null
          requested_at?: InstantInput
          sent_at?: InstantInput | null
          square_action_id?: string | null
          square_version?: number | null
          status?: "pending" | "done" | "failed"
          subscription_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "plan_endings_client_id_fkey"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "clients"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "plan_endings_ending_id_fkey"
            columns: ["ending_id"]
            isOneToOne: false
            referencedRelation: "plan_endings"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "plan_endings_plan_request_id_fkey"
            columns: ["plan_request_id"]
            isOneToOne: false
            referencedRelation: "plan_requests"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "plan_endings_subscription_id_fkey"
            columns: ["subscription_id"]
            isOneToOne: false
            referencedRelation: "client_subscriptions"
            referencedColumns: ["id"]
          },
        ]
      }
      plan_requests: {
        Row: {
          answer: string | null
          answered_at: Instant | null
          answered_by: string | null
          client_id: string
          created_at: Instant
          created_by: string | null
          effective_on: CalendarDate | null
          id: string
          kind: "change" | "cancel" | "keep"
          note: string
          requested_tier_id: string | null
          status: "open" | "answered" | "withdrawn"
          subscription_id: string
          updated_at: Instant
        }
        Insert: {
          answer?: string | null
          answered_at?: InstantInput | null
          answered_by?: string | null
          client_id: string
          created_at?: InstantInput
          created_by?: string | null
          effective_on?: CalendarDateInput | null
          id?: string
          kind: "change" | "cancel" | "keep"
          note?: string
          requested_tier_id?: string | null
          status?: "open" | "answered" | "withdrawn"
          subscription_id: string
          updated_at?: InstantInput
        }
        Update: {
          answer?: string | null
          answered_at?: InstantInput | null
          answered_by?: string | null
          client_id?: string
          created_at?: InstantInput
          created_by?: string | null
          effective_on?: CalendarDateInput | null
          id?: string
          kind?: "change" | "cancel" | "keep"
          note?: string
          requested_tier_id?: string | null
          status?: "open" | "answered" | "withdrawn"
          subscription_id?: string
          updated_at?: InstantInput
        }
        Relationships: [
          {
            foreignKeyName: "plan_requests_client_id_fkey"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "clients"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "plan_requests_requested_tier_id_fkey"
            columns: ["requested_tier_id"]
            isOneToOne: false
            referencedRelation: "subscription_tiers"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "plan_requests_subscription_id_fkey"
            columns: ["subscription_id"]
            isOneToOne: false
            referencedRelation: "client_subscriptions"
            referencedColumns: ["id"]
          },
        ]
      }
      planned_payments: {
        Row: {
          amount: Dollars
          client_id: string
          due_at: Instant | null
          due_days: number
          due_kind: "date" | "on_acceptance" | "on_completion" | "milestone"
          due_on: CalendarDate | null
          id: string
          invoice_id: string | null
          kind: "deposit" | "installment" | "balance"
          milestone_id: string | null
          number: number | null
          position: number
          project_id: string
          proposal_id: string
          status: "waiting" | "due" | "invoiced"
          when_due: "prepare_invoice" | "publish_invoice"
        }
        Insert: {
          amount: DollarsInput
          client_id: string
          due_at?: InstantInput | null
          due_days?: number
          due_kind: "date" | "on_acceptance" | "on_completion" | "milestone"
          due_on?: CalendarDateInput | null
          id?: string
          invoice_id?: string | null
          kind: "deposit" | "installment" | "balance"
          milestone_id?: string | null
          number?: number | null
          position: number
          project_id: string
          proposal_id: string
          status?: never
          when_due: "prepare_invoice" | "publish_invoice"
        }
        Update: {
          amount?: DollarsInput
          client_id?: string
          due_at?: InstantInput | null
          due_days?: number
          due_kind?: "date" | "on_acceptance" | "on_completion" | "milestone"
          due_on?: CalendarDateInput | null
          id?: string
          invoice_id?: string | null
          kind?: "deposit" | "installment" | "balance"
          milestone_id?: string | null
          number?: number | null
          position?: number
          project_id?: string
          proposal_id?: string
          status?: never
          when_due?: "prepare_invoice" | "publish_invoice"
        }
        Relationships: [
          {
            foreignKeyName: "planned_payments_invoice_id_fkey"
            columns: ["invoice_id"]
            isOneToOne: false
            referencedRelation: "invoices"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "planned_payments_milestone_id_client_id_fkey"
            columns: ["milestone_id", "client_id"]
            isOneToOne: false
            referencedRelation: "project_milestones"
            referencedColumns: ["id", "client_id"]
          },
          {
            foreignKeyName: "planned_payments_project_id_client_id_fkey"
            columns: ["project_id", "client_id"]
            isOneToOne: false
            referencedRelation: "projects"
            referencedColumns: ["id", "client_id"]
          },
          {
            foreignKeyName: "planned_payments_proposal_id_client_id_fkey"
            columns: ["proposal_id", "client_id"]
            isOneToOne: false
            referencedRelation: "proposals"
            referencedColumns: ["id", "client_id"]
          },
        ]
      }
      project_milestones: {
        Row: {
          accepted_announced_at: Instant | null
          accepted_at: Instant | null
          accepted_by: string | null
          accepter: string
          client_id: string
          created_at: Instant
          done_announced_at: Instant | null
          done_at: Instant | null
          due_on: CalendarDate | null
          id: string
          part_id: string | null
          position: number
          project_id: string
          proposal_id: string | null
          title: string
        }
        Insert: {
          accepted_announced_at?: InstantInput | null
          accepted_at?: InstantInput | null
          accepted_by?: string | null
          accepter?: string
          client_id: string
          created_at?: InstantInput
          done_announced_at?: InstantInput | null
          done_at?: InstantInput | null
          due_on?: CalendarDateInput | null
          id?: string
          part_id?: string | null
          position?: number
          project_id: string
          proposal_id?: string | null
          title: string
        }
        Update: {
          accepted_announced_at?: InstantInput | null
          accepted_at?: InstantInput | null
          accepted_by?: string | null
          accepter?: string
          client_id?: string
          created_at?: InstantInput
          done_announced_at?: InstantInput | null
          done_at?: InstantInput | null
          due_on?: CalendarDateInput | null
          id?: string
          part_id?: string | null
          position?: number
          project_id?: string
          proposal_id?: string | null
          title?: string
        }
        Relationships: [
          {
            foreignKeyName: "project_milestones_accepted_by_fkey"
            columns: ["accepted_by"]
            isOneToOne: false
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "project_milestones_project_id_client_id_fkey"
            columns: ["project_id", "client_id"]
            isOneToOne: false
            referencedRelation: "projects"
            referencedColumns: ["id", "client_id"]
          },
          {
            foreignKeyName: "project_milestones_proposal_id_fkey"
            columns: ["proposal_id"]
            isOneToOne: false
            referencedRelation: "proposals"
            referencedColumns: ["id"]
          },
        ]
      }
      project_notes: {
        Row: {
          notes: string
          project_id: string
        }
        Insert: {
          notes: string
          project_id: string
        }
        Update: {
          notes?: string
          project_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "project_notes_project_id_fkey"
            columns: ["project_id"]
            isOneToOne: true
            referencedRelation: "projects"
            referencedColumns: ["id"]
          },
        ]
      }
      project_status_changes: {
        Row: {
          changed_at: Instant
          changed_by: string | null
          from_status: "open" | "in_progress" | "on_hold" | "completed" | "frozen" | "cancelled" | null
          id: number
          project_id: string
          to_status: "open" | "in_progress" | "on_hold" | "completed" | "frozen" | "cancelled"
        }
        Insert: {
          changed_at?: InstantInput
          changed_by?: string | null
          from_status?: "open" | "in_progress" | "on_hold" | "completed" | "frozen" | "cancelled" | null
          id?: never
          project_id: string
          to_status: "open" | "in_progress" | "on_hold" | "completed" | "frozen" | "cancelled"
        }
        Update: {
          changed_at?: InstantInput
          changed_by?: string | null
          from_status?: "open" | "in_progress" | "on_hold" | "completed" | "frozen" | "cancelled" | null
          id?: never
          project_id?: string
          to_status?: "open" | "in_progress" | "on_hold" | "completed" | "frozen" | "cancelled"
        }
        Relationships: [
          {
            foreignKeyName: "project_status_changes_changed_by_fkey"
            columns: ["changed_by"]
            isOneToOne: false
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "project_status_changes_project_id_fkey"
            columns: ["project_id"]
            isOneToOne: false
            referencedRelation: "projects"
            referencedColumns: ["id"]
          },
        ]
      }
      project_totals: {
        Row: {
          invoice_count: number
          project_id: string
          total_billed: Dollars
          total_paid: Dollars
          total_refunded: Dollars
        }
        Insert: {
          invoice_count?: number
          project_id: string
          total_billed?: DollarsInput
          total_paid?: DollarsInput
          total_refunded?: DollarsInput
        }
        Update: {
          invoice_count?: number
          project_id?: string
          total_billed?: DollarsInput
          total_paid?: DollarsInput
          total_refunded?: DollarsInput
        }
        Relationships: [
          {
            foreignKeyName: "project_totals_project_id_fkey"
            columns: ["project_id"]
            isOneToOne: true
            referencedRelation: "projects"
            referencedColumns: ["id"]
          },
        ]
      }
      projects: {
        Row: {
          client_id: string
          created_at: Instant
          description: string
          id: string
          notes: string
          number: number
          project_name: string
          start_date: CalendarDate
          status: "open" | "in_progress" | "on_hold" | "completed" | "frozen" | "cancelled"
          target_completion_date: CalendarDate | null
          total_estimated_value: Dollars
          updated_at: Instant
        }
        Insert: {
          client_id: string
          created_at?: InstantInput
          description?: string
          id?: string
          notes?: string
          number?: never
          project_name: string
          start_date?: CalendarDateInput
          status?: "open" | "in_progress" | "on_hold" | "completed" | "frozen" | "cancelled"
          target_completion_date?: CalendarDateInput | null
          total_estimated_value?: DollarsInput
          updated_at?: InstantInput
        }
        Update: {
          client_id?: string
          created_at?: InstantInput
          description?: string
          id?: string
          notes?: string
          number?: never
          project_name?: string
          start_date?: CalendarDateInput
          status?: "open" | "in_progress" | "on_hold" | "completed" | "frozen" | "cancelled"
          target_completion_date?: CalendarDateInput | null
          total_estimated_value?: DollarsInput
          updated_at?: InstantInput
        }
        Relationships: [
          {
            foreignKeyName: "projects_client_id_fkey"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "clients"
            referencedColumns: ["id"]
          },
        ]
      }
      proposal_acceptances: {
        Row: {
          accepted_at: Instant
          accepted_on: CalendarDate
          assurance_level: "aal1" | "aal2"
          client_id: string
          code: string
          company: string
          consent_text: string
          consent_version: string
          content_sha256: string
          document_id: string | null
          ip: unknown | null
          pdf_sha256: string | null
          proposal_id: string
          session_id: string | null
          signer_email: string
          signer_id: string | null
          signer_name: string
          signer_role: "owner" | "billing"
          signer_title: string
          terms_version: number
          total: Dollars
          totals: Json
          user_agent: string
          version: number
        }
        Insert: {
          accepted_at?: InstantInput
          accepted_on: CalendarDateInput
          assurance_level: "aal1" | "aal2"
          client_id: string
          code: string
          company: string
          consent_text: string
          consent_version: string
          content_sha256: string
          document_id?: string | null
          ip?: unknown | null
          pdf_sha256?: string | null
          proposal_id: string
          session_id?: string | null
          signer_email: string
          signer_id?: string | null
          signer_name: string
          signer_role: "owner" | "billing"
          signer_title: string
          terms_version: number
          total: DollarsInput
          totals: Json
          user_agent?: string
          version: number
        }
        Update: {
          accepted_at?: InstantInput
          accepted_on?: CalendarDateInput
          assurance_level?: "aal1" | "aal2"
          client_id?: string
          code?: string
          company?: string
          consent_text?: string
          consent_version?: string
          content_sha256?: string
          document_id?: string | null
          ip?: unknown | null
          pdf_sha256?: string | null
          proposal_id?: string
          session_id?: string | null
          signer_email?: string
          signer_id?: string | null
          signer_name?: string
          signer_role?: "owner" | "billing"
          signer_title?: string
          terms_version?: number
          total?: DollarsInput
          totals?: Json
          user_agent?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: "proposal_acceptances_document_id_client_id_fkey"
            columns: ["document_id", "client_id"]
            isOneToOne: false
            referencedRelation: "documents"
            referencedColumns: ["id", "client_id"]
          },
          {
            foreignKeyName: "proposal_acceptances_proposal_id_client_id_fkey"
            columns: ["proposal_id", "client_id"]
            isOneToOne: false
            referencedRelation: "proposals"
            referencedColumns: ["id", "client_id"]
          },
          {
            foreignKeyName: "proposal_acceptances_proposal_id_version_fkey"
            columns: ["proposal_id", "version"]
            isOneToOne: false
            referencedRelation: "proposal_versions"
            referencedColumns: ["proposal_id", "version"]
          },
          {
            foreignKeyName: "proposal_acceptances_signer_id_fkey"
            columns: ["signer_id"]
            isOneToOne: false
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
        ]
      }
      proposal_comments: {
        Row: {
          announced_at: Instant | null
          author: string
          author_id: string | null
          author_role: "client" | "admin"
          body: string
          client_id: string
          created_at: Instant
          id: string
          proposal_id: string
        }
        Insert: {
          announced_at?: InstantInput | null
          author?: string
          author_id?: string | null
          author_role?: "client" | "admin"
          body: string
          client_id: string
          created_at?: InstantInput
          id?: string
          proposal_id: string
        }
        Update: {
          announced_at?: InstantInput | null
          author?: string
          author_id?: string | null
          author_role?: "client" | "admin"
          body?: string
          client_id?: string
          created_at?: InstantInput
          id?: string
          proposal_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "proposal_comments_author_id_fkey"
            columns: ["author_id"]
            isOneToOne: false
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "proposal_comments_proposal_id_client_id_fkey"
            columns: ["proposal_id", "client_id"]
            isOneToOne: false
            referencedRelation: "proposals"
            referencedColumns: ["id", "client_id"]
          },
        ]
      }
      proposal_events: {
        Row: {
          action: "sent" | "viewed" | "accepted" | "declined" | "expired" | "withdrawn"
          actor: string
          actor_id: string | null
          actor_role: "client" | "admin" | "system"
          announced_at: Instant | null
          at: Instant
          client_id: string
          id: number
          note: string
          proposal_id: string
          version: number
        }
        Insert: {
          action: "sent" | "viewed" | "accepted" | "declined" | "expired" | "withdrawn"
          actor?: string
          actor_id?: string | null
          actor_role: "client" | "admin" | "system"
          announced_at?: InstantInput | null
          at?: InstantInput
          client_id: string
          id: number
          note?: string
          proposal_id: string
          version: number
        }
        Update: {
          action?: "sent" | "viewed" | "accepted" | "declined" | "expired" | "withdrawn"
          actor?: string
          actor_id?: string | null
          actor_role?: "client" | "admin" | "system"
          announced_at?: InstantInput | null
          at?: InstantInput
          client_id?: string
          id?: number
          note?: string
          proposal_id?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: "proposal_events_actor_id_fkey"
            columns: ["actor_id"]
            isOneToOne: false
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "proposal_events_proposal_id_client_id_fkey"
            columns: ["proposal_id", "client_id"]
            isOneToOne: false
            referencedRelation: "proposals"
            referencedColumns: ["id", "client_id"]
          },
        ]
      }
      proposal_forecasts: {
        Row: {
          probability: number
          proposal_id: string
        }
        Insert: {
          probability: number
          proposal_id: string
        }
        Update: {
          probability?: number
          proposal_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "proposal_forecasts_proposal_id_fkey"
            columns: ["proposal_id"]
            isOneToOne: true
            referencedRelation: "proposals"
            referencedColumns: ["id"]
          },
        ]
      }
      proposal_templates: {
        Row: {
          content: Json
          created_at: Instant
          id: string
          is_builtin: boolean
          name: string
          updated_at: Instant
        }
        Insert: {
          content: Json
          created_at?: InstantInput
          id?: string
          is_builtin?: boolean
          name: string
          updated_at?: InstantInput
        }
        Update: {
          content?: Json
          created_at?: InstantInput
          id?: string
          is_builtin?: boolean
          name?: string
          updated_at?: InstantInput
        }
        Relationships: []
      }
      proposal_terms: {
        Row: {
          body: string
          published_at: Instant
          version: number
        }
        Insert: {
          body: string
          published_at?: InstantInput
          version: number
        }
        Update: {
          body?: string
          published_at?: InstantInput
          version?: number
        }
        Relationships: []
      }
      proposal_versions: {
        Row: {
          content: Json
          proposal_id: string
          revision: number
          sent_at: Instant | null
          sha256: string | null
          title: string
          total: Dollars
          updated_at: Instant
          valid_until: CalendarDate | null
          version: number
        }
        Insert: {
          content: Json
          proposal_id: string
          revision?: number
          sent_at?: InstantInput | null
          sha256?: string | null
          title: string
          total: DollarsInput
          updated_at?: InstantInput
          valid_until?: CalendarDateInput | null
          version: number
        }
        Update: {
          content?: Json
          proposal_id?: string
          revision?: number
          sent_at?: InstantInput | null
          sha256?: string | null
          title?: string
          total?: DollarsInput
          updated_at?: InstantInput
          valid_until?: CalendarDateInput | null
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: "proposal_versions_proposal_id_fkey"
            columns: ["proposal_id"]
            isOneToOne: false
            referencedRelation: "proposals"
            referencedColumns: ["id"]
          },
        ]
      }
      proposals: {
        Row: {
          booking_id: string | null
          client_id: string | null
          closed_at: Instant | null
          created_at: Instant
          current_version: number
          first_sent_at: Instant | null
          id: string
          inquiry_id: string | null
          number: number | null
          project_id: string | null
          sent_at: Instant | null
          status: "draft" | "sent" | "viewed" | "accepted" | "declined" | "expired" | "withdrawn"
          status_reason: string
          title: string
          updated_at: Instant
          valid_until: CalendarDate | null
          value: Dollars
          viewed_at: Instant | null
        }
        Insert: {
          booking_id?: string | null
          client_id?: string | null
          closed_at?: InstantInput | null
          created_at?: InstantInput
          current_version?: number
          first_sent_at?: InstantInput | null
          id?: string
          inquiry_id?: string | null
          number?: number | null
          project_id?: string | null
          sent_at?: InstantInput | null
          status?: "draft" | "sent" | "viewed" | "accepted" | "declined" | "expired" | "withdrawn"
          status_reason?: string
          title: string
          updated_at?: InstantInput
          valid_until?: CalendarDateInput | null
          value?: DollarsInput
          viewed_at?: InstantInput | null
        }
        Update: {
          booking_id?: string | null
          client_id?: string | null
          closed_at?: InstantInput | null
          created_at?: InstantInput
          current_version?: number
          first_sent_at?: InstantInput | null
          id?: string
          inquiry_id?: string | null
          number?: number | null
          project_id?: string | null
          sent_at?: InstantInput | null
          status?: "draft" | "sent" | "viewed" | "accepted" | "declined" | "expired" | "withdrawn"
          status_reason?: string
          title?: string
          updated_at?: InstantInput
          valid_until?: CalendarDateInput | null
          value?: DollarsInput
          viewed_at?: InstantInput | null
        }
        Relationships: [
          {
            foreignKeyName: "proposals_booking_id_fkey"
            columns: ["booking_id"]
            isOneToOne: false
            referencedRelation: "service_bookings"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "proposals_client_id_fkey"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "clients"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "proposals_inquiry_id_fkey"
            columns: ["inquiry_id"]
            isOneToOne: false
            referencedRelation: "contact_inquiries"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "proposals_project_id_client_id_fkey"
            columns: ["project_id", "client_id"]
            isOneToOne: false
            referencedRelation: "projects"
            referencedColumns: ["id", "client_id"]
          },
        ]
      }
      provider_status: {
        Row: {
          last_event_at: Instant | null
          last_synced_at: Instant | null
          provider: "square"
        }
        Insert: {
          last_event_at?: InstantInput | null
          last_synced_at?: InstantInput | null
          provider: "square"
        }
        Update: {
          last_event_at?: InstantInput | null
          last_synced_at?: InstantInput | null
          provider?: "square"
        }
        Relationships: []
      }
      retention_periods: {
        Row: {
          audit_log_months: number
          email_months: number
          id: boolean
          inquiry_months: number
          session_days: number
          sign_in_attempt_months: number
          webhook_event_months: number
        }
        Insert: {
          audit_log_months?: number
          email_months?: number
          id?: boolean
          inquiry_months?: number
          session_days?: number
          sign_in_attempt_months?: number
          webhook_event_months?: number
        }
        Update: {
          audit_log_months?: number
          email_months?: number
          id?: boolean
          inquiry_months?: number
          session_days?: number
          sign_in_attempt_months?: number
          webhook_event_months?: number
        }
        Relationships: []
      }
      retest_findings: {
        Row: {
          finding_id: string
          is_active: boolean
          project_id: string
          round_id: string
          status_before: "open" | "in_progress" | "ready_for_retest" | "disputed" | "risk_accepted" | null
        }
        Insert: {
          finding_id: string
          is_active?: boolean
          project_id: string
          round_id: string
          status_before?: "open" | "in_progress" | "ready_for_retest" | "disputed" | "risk_accepted" | null
        }
        Update: {
          finding_id?: string
          is_active?: boolean
          project_id?: string
          round_id?: string
          status_before?: "open" | "in_progress" | "ready_for_retest" | "disputed" | "risk_accepted" | null
        }
        Relationships: [
          {
            foreignKeyName: "retest_findings_finding_id_project_id_fkey"
            columns: ["finding_id", "project_id"]
            isOneToOne: false
            referencedRelation: "findings"
            referencedColumns: ["id", "project_id"]
          },
          {
            foreignKeyName: "retest_findings_round_id_project_id_fkey"
            columns: ["round_id", "project_id"]
            isOneToOne: false
            referencedRelation: "retest_rounds"
            referencedColumns: ["id", "project_id"]
          },
        ]
      }
      retest_results: {
        Row: {
          evidence: string
          finding_id: string
          round_id: string
          tested_on: CalendarDate
          tester: string
          verdict: "fixed" | "partly_fixed" | "not_fixed"
        }
        Insert: {
          evidence?: string
          finding_id: string
          round_id: string
          tested_on: CalendarDateInput
          tester?: string
          verdict: "fixed" | "partly_fixed" | "not_fixed"
        }
        Update: {
          evidence?: string
          finding_id?: string
          round_id?: string
          tested_on?: CalendarDateInput
          tester?: string
          verdict?: "fixed" | "partly_fixed" | "not_fixed"
        }
        Relationships: [
          {
            foreignKeyName: "retest_results_round_id_finding_id_fkey"
            columns: ["round_id", "finding_id"]
            isOneToOne: true
            referencedRelation: "retest_findings"
            referencedColumns: ["round_id", "finding_id"]
          },
        ]
      }
      retest_rounds: {
        Row: {
          client_id: string
          ended_at: Instant | null
          id: string
          note: string
          number: number
          project_id: string
          requested_at: Instant
          requested_by: string | null
          requester: string
          requester_role: "client" | "admin"
          started_at: Instant | null
          status: "requested" | "in_progress" | "completed" | "canceled"
        }
        Insert: {
          client_id: string
          ended_at?: InstantInput | null
          id?: string
          note?: string
          number: number
          project_id: string
          requested_at?: InstantInput
          requested_by?: string | null
          requester?: string
          requester_role: "client" | "admin"
          started_at?: InstantInput | null
          status?: "requested" | "in_progress" | "completed" | "canceled"
        }
        Update: {
          client_id?: string
          ended_at?: InstantInput | null
          id?: string
          note?: string
          number?: number
          project_id?: string
          requested_at?: InstantInput
          requested_by?: string | null
          requester?: string
          requester_role?: "client" | "admin"
          started_at?: InstantInput | null
          status?: "requested" | "in_progress" | "completed" | "canceled"
        }
        Relationships: [
          {
            foreignKeyName: "retest_rounds_project_id_client_id_fkey"
            columns: ["project_id", "client_id"]
            isOneToOne: false
            referencedRelation: "projects"
            referencedColumns: ["id", "client_id"]
          },
          {
            foreignKeyName: "retest_rounds_requested_by_fkey"
            columns: ["requested_by"]
            isOneToOne: false
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
        ]
      }
      risk_acceptances: {
        Row: {
          client_id: string
          decided_at: Instant | null
          decided_by: string | null
          decider: string
          decision_note: string
          expires_on: CalendarDate
          finding_id: string
          id: string
          reason: string
          requested_at: Instant
          requested_by: string | null
          requester: string
          status: "requested" | "approved" | "rejected" | "withdrawn" | "revoked" | "expired"
        }
        Insert: {
          client_id: string
          decided_at?: InstantInput | null
          decided_by?: string | null
          decider?: string
          decision_note?: string
          expires_on: CalendarDateInput
          finding_id: string
          id?: string
          reason: string
          requested_at?: InstantInput
          requested_by?: string | null
          requester?: string
          status?: "requested" | "approved" | "rejected" | "withdrawn" | "revoked" | "expired"
        }
        Update: {
          client_id?: string
          decided_at?: InstantInput | null
          decided_by?: string | null
          decider?: string
          decision_note?: string
          expires_on?: CalendarDateInput
          finding_id?: string
          id?: string
          reason?: string
          requested_at?: InstantInput
          requested_by?: string | null
          requester?: string
          status?: "requested" | "approved" | "rejected" | "withdrawn" | "revoked" | "expired"
        }
        Relationships: [
          {
            foreignKeyName: "risk_acceptances_decided_by_fkey"
            columns: ["decided_by"]
            isOneToOne: false
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "risk_acceptances_finding_id_client_id_fkey"
            columns: ["finding_id", "client_id"]
            isOneToOne: false
            referencedRelation: "findings"
            referencedColumns: ["id", "client_id"]
          },
          {
            foreignKeyName: "risk_acceptances_requested_by_fkey"
            columns: ["requested_by"]
            isOneToOne: false
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
        ]
      }
      scheduling_settings: {
        Row: {
          buffer_after_minutes: number
          buffer_before_minutes: number
          change_notice_minutes: number
          clients_pick_times: boolean
          duration_minutes: number
          horizon_days: number
          id: boolean
          max_per_day: number | null
          notice_minutes: number
          slot_interval_minutes: number
          time_zone: string | null
        }
        Insert: {
          buffer_after_minutes?: number
          buffer_before_minutes?: number
          change_notice_minutes?: number
          clients_pick_times?: boolean
          duration_minutes?: number
          horizon_days?: number
          id?: boolean
          max_per_day?: number | null
          notice_minutes?: number
          slot_interval_minutes?: number
          time_zone?: string | null
        }
        Update: {
          buffer_after_minutes?: number
          buffer_before_minutes?: number
          change_notice_minutes?: number
          clients_pick_times?: boolean
          duration_minutes?: number
          horizon_days?: number
          id?: boolean
          max_per_day?: number | null
          notice_minutes?: number
          slot_interval_minutes?: number
          time_zone?: string | null
        }
        Relationships: []
      }
      service_bookings: {
        Row: {
          approved_at: Instant | null
          calendar_sequence: number
          cancelled_at: Instant | null
          client_changes: number
          client_id: string
          created_at: Instant
          created_by: string | null
          decline_reason: string | null
          estimated_scope: string
          host_id: string | null
          id: string
          kind: "booking" | "quote" | "meeting"
          meeting_minutes: number
          meeting_url: string | null
          preferred_start_date: CalendarDate
          project_description: string
          proposal_made_at: Instant | null
          proposal_note: string
          proposal_withdrawn_at: Instant | null
          proposed_at: Instant | null
          scheduled_at: Instant | null
          service_type: string
          status: "pending" | "approved" | "in_progress" | "completed" | "declined" | "cancelled"
          updated_at: Instant
          urgency: "low" | "medium" | "high"
        }
        Insert: {
          approved_at?: InstantInput | null
          calendar_sequence?: number
          cancelled_at?: InstantInput | null
          client_changes?: number
          client_id?: string
          created_at?: InstantInput
          created_by?: string | null
          decline_reason?: string | null
          estimated_scope?: string
          host_id?: string | null
          id?: string
          kind?: "booking" | "quote" | "meeting"
          meeting_minutes?: number
          meeting_url?: string | null
          preferred_start_date: CalendarDateInput
          project_description: string
          proposal_made_at?: InstantInput | null
          proposal_note?: string
          proposal_withdrawn_at?: InstantInput | null
          proposed_at?: InstantInput | null
          scheduled_at?: InstantInput | null
          service_type: string
          status?: "pending" | "approved" | "in_progress" | "completed" | "declined" | "cancelled"
          updated_at?: InstantInput
          urgency?: "low" | "medium" | "high"
        }
        Update: {
          approved_at?: InstantInput | null
          calendar_sequence?: number
          cancelled_at?: InstantInput | null
          client_changes?: number
          client_id?: string
          created_at?: InstantInput
          created_by?: string | null
          decline_reason?: string | null
          estimated_scope?: string
          host_id?: string | null
          id?: string
          kind?: "booking" | "quote" | "meeting"
          meeting_minutes?: number
          meeting_url?: string | null
          preferred_start_date?: CalendarDateInput
          project_description?: string
          proposal_made_at?: InstantInput | null
          proposal_note?: string
          proposal_withdrawn_at?: InstantInput | null
          proposed_at?: InstantInput | null
          scheduled_at?: InstantInput | null
          service_type?: string
          status?: "pending" | "approved" | "in_progress" | "completed" | "declined" | "cancelled"
          updated_at?: InstantInput
          urgency?: "low" | "medium" | "high"
        }
        Relationships: [
          {
            foreignKeyName: "service_bookings_client_id_fkey"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "clients"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "service_bookings_created_by_fkey"
            columns: ["created_by"]
            isOneToOne: false
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "service_bookings_host_id_fkey"
            columns: ["host_id"]
            isOneToOne: false
            referencedRelation: "consultation_hosts"
            referencedColumns: ["id"]
          },
        ]
      }
      square_links: {
        Row: {
          purpose: "manage_plan" | "subscription" | "invoice"
          template: string | null
          updated_at: Instant
        }
        Insert: {
          purpose: "manage_plan" | "subscription" | "invoice"
          template?: string | null
          updated_at?: InstantInput
        }
        Update: {
          purpose?: "manage_plan" | "subscription" | "invoice"
          template?: string | null
          updated_at?: InstantInput
        }
        Relationships: []
      }
      square_settings: {
        Row: {
          creates_invoices: boolean
          id: boolean
          location_id: string | null
          time_zone: string | null
          updated_at: Instant
        }
        Insert: {
          creates_invoices?: boolean
          id?: boolean
          location_id?: string | null
          time_zone?: string | null
          updated_at?: InstantInput
        }
        Update: {
          creates_invoices?: boolean
          id?: boolean
          location_id?: string | null
          time_zone?: string | null
          updated_at?: InstantInput
        }
        Relationships: []
      }
      subscription_history: {
        Row: {
          id: number
          since: Instant
          status: "active" | "paused" | "past_due" | "cancelled"
          subscription_id: string
        }
        Insert: {
          id?: never
          since: InstantInput
          status: "active" | "paused" | "past_due" | "cancelled"
          subscription_id: string
        }
        Update: {
          id?: never
          since?: InstantInput
          status?: "active" | "paused" | "past_due" | "cancelled"
          subscription_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "subscription_history_subscription_id_fkey"
            columns: ["subscription_id"]
            isOneToOne: false
            referencedRelation: "client_subscriptions"
            referencedColumns: ["id"]
          },
        ]
      }
      subscription_tiers: {
        Row: {
          display_order: number
          features: string[]
          id: string
          is_active: boolean
          is_popular: boolean
          monthly_price: Dollars
          square_checkout_url: string | null
          square_plan_variation_id: string | null
          tier_name: string
        }
        Insert: {
          display_order?: number
          features?: string[]
          id?: string
          is_active?: boolean
          is_popular?: boolean
          monthly_price: DollarsInput
          square_checkout_url?: string | null
          square_plan_variation_id?: string | null
          tier_name: string
        }
        Update: {
          display_order?: number
          features?: string[]
          id?: string
          is_active?: boolean
          is_popular?: boolean
          monthly_price?: DollarsInput
          square_checkout_url?: string | null
          square_plan_variation_id?: string | null
          tier_name?: string
        }
        Relationships: []
      }
      taxonomy_entries: {
        Row: {
          id: string
          is_common: boolean
          kind: string
          name: string
          parent_id: string | null
          position: number
          taxonomy: "owasp-llm" | "owasp-agentic" | "mitre-atlas" | "nist-ai-rmf" | "nist-ai-600-1" | "iso-42001" | "eu-ai-act" | "cwe"
          url: string
          version: string
        }
        Insert: {
          id: string
          is_common?: boolean
          kind: string
          name: string
          parent_id?: string | null
          position: number
          taxonomy: "owasp-llm" | "owasp-agentic" | "mitre-atlas" | "nist-ai-rmf" | "nist-ai-600-1" | "iso-42001" | "eu-ai-act" | "cwe"
          url: string
          version: string
        }
        Update: {
          id?: string
          is_common?: boolean
          kind?: string
          name?: string
          parent_id?: string | null
          position?: number
          taxonomy?: "owasp-llm" | "owasp-agentic" | "mitre-atlas" | "nist-ai-rmf" | "nist-ai-600-1" | "iso-42001" | "eu-ai-act" | "cwe"
          url?: string
          version?: string
        }
        Relationships: [
          {
            foreignKeyName: "taxonomy_entries_taxonomy_version_parent_id_fkey"
            columns: ["taxonomy", "version", "parent_id"]
            isOneToOne: false
            referencedRelation: "taxonomy_entries"
            referencedColumns: ["taxonomy", "version", "id"]
          },
        ]
      }
      tested_entries: {
        Row: {
          client_id: string
          entry_id: string
          project_id: string
          taxonomy: string
          version: string
        }
        Insert: {
          client_id: string
          entry_id: string
          project_id: string
          taxonomy: string
          version: string
        }
        Update: {
          client_id?: string
          entry_id?: string
          project_id?: string
          taxonomy?: string
          version?: string
        }
        Relationships: [
          {
            foreignKeyName: "tested_entries_project_id_client_id_fkey"
            columns: ["project_id", "client_id"]
            isOneToOne: false
            referencedRelation: "projects"
            referencedColumns: ["id", "client_id"]
          },
          {
            foreignKeyName: "tested_entries_taxonomy_version_entry_id_fkey"
            columns: ["taxonomy", "version", "entry_id"]
            isOneToOne: false
            referencedRelation: "taxonomy_entries"
            referencedColumns: ["taxonomy", "version", "id"]
          },
        ]
      }
      unmatched_subscriptions: {
        Row: {
          billed_price: Dollars | null
          created_at: Instant
          current_period_end: CalendarDate | null
          dismissed_at: Instant | null
          ends_on: CalendarDate | null
          id: string
          payer_email: string | null
          payer_name: string | null
          square_status: string
          square_subscription_id: string
          square_version: number
          starts_on: CalendarDate | null
          status: "active" | "paused" | "past_due"
          tier_id: string
        }
        Insert: {
          billed_price?: DollarsInput | null
          created_at?: InstantInput
          current_period_end?: CalendarDateInput | null
          dismissed_at?: InstantInput | null
          ends_on?: CalendarDateInput | null
          id?: string
          payer_email?: string | null
          payer_name?: string | null
          square_status: string
          square_subscription_id: string
          square_version: number
          starts_on?: CalendarDateInput | null
          status: "active" | "paused" | "past_due"
          tier_id: string
        }
        Update: {
          billed_price?: DollarsInput | null
          created_at?: InstantInput
          current_period_end?: CalendarDateInput | null
          dismissed_at?: InstantInput | null
          ends_on?: CalendarDateInput | null
          id?: string
          payer_email?: string | null
          payer_name?: string | null
          square_status?: string
          square_subscription_id?: string
          square_version?: number
          starts_on?: CalendarDateInput | null
          status?: "active" | "paused" | "past_due"
          tier_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "unmatched_subscriptions_tier_id_fkey"
            columns: ["tier_id"]
            isOneToOne: false
            referencedRelation: "subscription_tiers"
            referencedColumns: ["id"]
          },
        ]
      }
      users: {
        Row: {
          created_at: Instant
          email: string
          id: string
          name: string
          role: "client" | "admin"
        }
        Insert: {
          created_at?: InstantInput
          email: string
          id: string
          name?: string
          role?: "client" | "admin"
        }
        Update: {
          created_at?: InstantInput
          email?: string
          id?: string
          name?: string
          role?: "client" | "admin"
        }
        Relationships: []
      }
    }
    Views: {
      active_members: {
        Row: {
          name: string
          role: "owner" | "billing" | "technical" | "auditor"
          user_id: string
        }
        Relationships: []
      }
      audit_log_list: {
        Row: {
          action: "insert" | "update" | "delete" | "invite" | "resend invitation" | "revoke invitation" | "remove second factors" | "export data" | "erase inquirer" | "erase member" | "connect" | "disconnect" | "release" | "replay" | "run" | "retry" | "resend" | "dismiss"
          actor: string
          actor_id: string | null
          actor_name: string | null
          after: Json | null
          at: Instant
          before: Json | null
          client_name: string | null
          entry_count: number
          event: string | null
          id: number
          part_of: number | null
          row_id: string | null
          table_name: string
          target_name: string | null
          title_id: number
        }
        Relationships: []
      }
      client_list: {
        Row: {
          company: string
          company_order: string
          contact_person: string
          email: string
          id: string
          invoice_count: number
          joined_date: CalendarDate
          outstanding_balance: Dollars
          status: "active" | "suspended"
          unpaid_billed: Dollars
          unpaid_paid: Dollars
          unpaid_refunded: Dollars
        }
        Relationships: []
      }
      client_meetings: {
        Row: {
          client_id: string
          host_name: string | null
          host_phone: string | null
          id: string
          meeting_minutes: number
          scheduled_at: Instant
          service_type: string
          status: "pending" | "approved" | "in_progress" | "completed" | "declined" | "cancelled"
        }
        Relationships: []
      }
      client_projects: {
        Row: {
          client_id: string
          created_at: Instant
          description: string
          id: string
          project_name: string
          start_date: CalendarDate
          status: "open" | "in_progress" | "on_hold" | "completed" | "frozen" | "cancelled"
          target_completion_date: CalendarDate | null
          total_estimated_value: Dollars | null
          updated_at: Instant
        }
        Relationships: []
      }
      firm_totals: {
        Row: {
          active_clients: number
          active_projects: number
          assignable_unpaid_count: number
          invoice_count: number
          outstanding_revenue: Dollars
          unassigned_unpaid_count: number
          unpaid_billed: Dollars
          unpaid_paid: Dollars
          unpaid_refunded: Dollars
          unread_count: number
        }
        Relationships: []
      }
      invoice_list: {
        Row: {
          amount: Dollars
          client_assigned_manually: boolean
          client_id: string | null
          company: string | null
          company_order: string | null
          description: string
          due_date: CalendarDate | null
          id: string
          invoice_number: string
          is_processing: boolean
          is_scheduled: boolean
          issued_date: CalendarDate | null
          last_reminded_on: CalendarDate | null
          next_payment_amount: Dollars | null
          next_payment_due_date: CalendarDate | null
          open_amount: Dollars
          overdue_date: CalendarDate | null
          paid_date: CalendarDate | null
          payer_email: string | null
          payer_name: string | null
          payment_schedule: Json
          pending_refund_amount: Dollars
          project_id: string | null
          refunded_amount: Dollars
          square_invoice_id: string | null
          square_payment_url: string | null
          square_status: string | null
          status: "paid" | "pending" | "overdue" | "cancelled"
          time_zone: string | null
          total_paid_amount: Dollars
          urgency_order: number | null
        }
        Relationships: []
      }
      message_authors: {
        Row: {
          author_id: string | null
          client_id: string | null
          name: string | null
        }
        Relationships: []
      }
      message_threads: {
        Row: {
          client_id: string
          company: string
          last_body: string
          last_message_at: Instant
          last_sender_role: "client" | "admin"
          status: "active" | "suspended"
          unread_count: number
        }
        Relationships: []
      }
      own_memberships: {
        Row: {
          client_id: string
          company: string
          is_contact_person: boolean
          name: string
          needs_second_factor: boolean
          permissions: string[]
          role: "owner" | "billing" | "technical" | "auditor"
        }
        Relationships: []
      }
      project_list: {
        Row: {
          client_id: string
          company: string
          company_order: string
          id: string
          invoice_count: number
          outstanding: Dollars
          project_name: string
          project_order: string
          proposal_value: Dollars | null
          start_date: CalendarDate
          status: "open" | "in_progress" | "on_hold" | "completed" | "frozen" | "cancelled"
          target_completion_date: CalendarDate | null
          total_billed: Dollars
          total_estimated_value: Dollars
          total_paid: Dollars
          total_refunded: Dollars
        }
        Relationships: []
      }
      staff_names: {
        Row: {
          id: string | null
          name: string | null
        }
        Relationships: []
      }
      subscription_list: {
        Row: {
          billed_price: Dollars | null
          client_id: string
          company: string
          company_order: string
          created_at: Instant
          current_period_end: CalendarDate | null
          ends_on: CalendarDate | null
          id: string
          linked_at: Instant | null
          monthly_price: Dollars
          square_status: string | null
          square_subscription_id: string | null
          starts_on: CalendarDate | null
          status: "active" | "paused" | "past_due" | "cancelled"
          tier_name: string
        }
        Relationships: []
      }
      unread_findings: {
        Row: {
          finding_id: string
        }
        Relationships: []
      }
    }
    Functions: {
      clients_with_overdue: { Args: { today: CalendarDateInput }; Returns: { id: string; company: string; contact_person: string; email: string; status: string; overdue_amount: Dollars }[] }
      finding_workload: { Args: { today: CalendarDateInput }; Returns: { project_id: string; project_name: string; company: string; drafts: number; critical: number; high: number; medium: number; low: number; info: number; overdue: number; ready_for_retest: number; disputed: number; oldest_published_on: CalendarDate }[] }
      invoice_aging: { Args: { today: CalendarDateInput; days_late: number[] }; Returns: { bucket: number; invoice_count: number; open_amount: Dollars }[] }
      invoices_in_aging_bucket: { Args: { today: CalendarDateInput; days_late: number[]; aging_bucket: number }; Returns: Database["public"]["Views"]["invoice_list"]["Row"][]; SetofOptions: { from: "*"; to: "invoice_list"; isOneToOne: false; isSetofReturn: true } }
      revenue_by_month: { Args: { first_day: CalendarDateInput; last_day: CalendarDateInput }; Returns: { month: CalendarDate; billed: Dollars; paid: Dollars; refunded: Dollars }[] }
      search_audit_log: { Args: { terms: Json; target_table: string; only_first: boolean }; Returns: Database["public"]["Views"]["audit_log_list"]["Row"][]; SetofOptions: { from: "*"; to: "audit_log_list"; isOneToOne: false; isSetofReturn: true } }
      subscription_totals: { Args: never; Returns: { subscription_count: number; active_count: number; monthly_revenue: Dollars; running_count: number; cancelled_count: number }[] }
    }
    Enums: {
      [_ in never]: never
    }
    CompositeTypes: {
      [_ in never]: never
    }
  }
}

// Values that check constraints allow, by table and column.
export type ClosedSets = {
  "private.document_files.store": "disk" | "s3"
  "private.email_outbox.kind": "access-changed" | "access-review-due" | "account-confirmation" | "account-email-change" | "account-email-change-notice" | "account-email-changed-notice" | "account-factors-removed" | "account-invite" | "account-magic-link" | "account-new-device" | "account-password-changed" | "account-reauthentication" | "account-recovery" | "booking-alarm" | "booking-answered" | "booking-cancelled" | "booking-changed" | "booking-made" | "booking-received" | "consultation-cancelled" | "consultation-confirmed" | "consultation-for-host" | "consultation-held" | "consultation-reminder" | "consultation-rescheduled" | "document-ready" | "duplicate-plans" | "findings-for-client" | "findings-for-firm" | "inquiry" | "inquiry-acknowledgement" | "inquiry-reply" | "invoice-due-soon" | "invoice-new" | "invoice-overdue" | "meeting-reminder" | "member-invitation" | "messages-for-client" | "messages-for-firm" | "milestone-done" | "payment-received" | "plan-changed" | "plan-ended" | "plan-kept" | "plan-request-answered" | "plan-request-made" | "plan-request-received" | "plan-request-withdrawn" | "plan-started" | "project-status" | "proposal-accepted" | "proposal-comment" | "proposal-news-for-firm" | "proposal-reminder" | "proposal-sent" | "proposal-withdrawn" | "square-alarm"
  "private.email_outbox.status": "queued" | "sent" | "failed" | "dismissed"
  "private.job_runs.name": "advance-invoice-draft" | "announce-bookings" | "announce-documents" | "announce-findings" | "announce-invoices" | "announce-meetings" | "announce-messages" | "announce-payments" | "announce-people" | "announce-plans" | "announce-projects" | "announce-proposals" | "announce-sign-ins" | "apply-retention-periods" | "complete-proposal" | "expire-holds" | "expire-proposals" | "expire-risk-acceptances" | "generate-report" | "prepare-planned-invoices" | "process-webhook-event" | "read-calendar-feeds" | "recompute-overdue" | "reconcile-square" | "refresh-provider-token" | "remind-of-consultations" | "remove-expired" | "remove-old-downloads" | "remove-old-events" | "run-sync" | "scan-documents" | "send-email" | "sweep-files" | "settle-plan-ending"
  "private.job_runs.outcome": "succeeded" | "failed"
  "private.provider_connections.provider": "square"
  "private.reached_limits.name": "holds" | "confirmations" | "daily_confirmations" | "network" | "domain"
  "private.sign_in_attempts.outcome": "succeeded" | "wrong-credentials" | "wrong-link" | "wrong-factor" | "rate-limited" | "banned"
  "private.square_writes.status": "pending" | "done" | "failed"
  "private.square_writes.step": "create_customer" | "create_order" | "create_invoice" | "publish_invoice" | "cancel_invoice" | "delete_invoice" | "cancel_order"
  "private.sync_runs.cause": "button" | "schedule" | "comparison" | "demo" | "connect" | "checkout"
  "private.sync_runs.provider": "square"
  "private.sync_runs.status": "queued" | "running" | "succeeded" | "failed"
  "private.unclaimed_files.store": "disk" | "s3"
  "private.webhook_events.provider": "square"
  "assessments.test_type": "black_box" | "gray_box" | "white_box"
  "attestation_letters.status": "valid" | "superseded" | "withdrawn"
  "audit_log.action": "insert" | "update" | "delete" | "invite" | "resend invitation" | "revoke invitation" | "remove second factors" | "export data" | "erase inquirer" | "erase member" | "connect" | "disconnect" | "release" | "replay" | "run" | "retry" | "resend" | "dismiss"
  "client_activity.action": "signed-in" | "downloaded" | "previewed" | "invited" | "invitation-resent" | "invitation-revoked" | "invitation-declined" | "joined" | "role-changed" | "expiry-changed" | "suspended" | "restored" | "removed" | "second-factor-required" | "second-factor-optional" | "access-reviewed" | "booking-requested" | "quote-requested" | "meeting-requested" | "plan-change-requested" | "plan-cancellation-requested" | "plan-keeping-requested" | "proposal-accepted" | "proposal-declined" | "milestone-accepted"
  "client_activity.actor_role": "client" | "admin" | "system"
  "client_invitations.role": "owner" | "billing" | "technical" | "auditor"
  "client_invitations.status": "pending" | "accepted" | "declined" | "revoked"
  "client_members.role": "owner" | "billing" | "technical" | "auditor"
  "client_role_documents.category": "contract" | "report" | "deliverable" | "invoice" | "other"
  "client_role_documents.role": "owner" | "billing" | "technical" | "auditor"
  "client_role_permissions.permission": "billing" | "findings" | "meetings" | "messages" | "people" | "projects" | "proposals" | "rates" | "remediation" | "requests" | "settings"
  "client_role_permissions.role": "owner" | "billing" | "technical" | "auditor"
  "client_subscriptions.status": "active" | "paused" | "past_due" | "cancelled"
  "clients.status": "active" | "suspended"
  "consultations.cancelled_by": "visitor" | "firm"
  "consultations.status": "held" | "confirmed" | "cancelled" | "expired" | "no_show"
  "contact_inquiries.service_interest": "AI Security Assessment" | "AI Security Governance" | "AI Engineering Acceleration" | "General Inquiry" | "Other"
  "contact_inquiries.source": "contact_form" | "consultation"
  "contact_inquiries.status": "new" | "in_progress" | "replied" | "closed"
  "document_downloads.kind": "download" | "preview"
  "document_downloads.user_role": "client" | "admin"
  "documents.category": "contract" | "report" | "deliverable" | "invoice" | "other"
  "documents.scan_status": "pending" | "clear" | "unscanned" | "quarantined"
  "finding_comments.author_role": "client" | "admin"
  "finding_deadlines.severity": "critical" | "high" | "medium" | "low"
  "finding_events.action": "published" | "corrected" | "withdrawn" | "restored" | "status-changed" | "dispute-answered" | "assigned" | "planned" | "due-date-changed" | "retest-requested" | "retest-started" | "retest-canceled" | "retested" | "acceptance-requested" | "acceptance-approved" | "acceptance-rejected" | "acceptance-withdrawn" | "acceptance-revoked" | "acceptance-expired"
  "finding_events.actor_role": "client" | "admin" | "system"
  "finding_reports.status": "queued" | "running" | "done" | "unchanged" | "failed"
  "finding_templates.category": "llm" | "rag" | "agent" | "mlops"
  "finding_templates.severity": "critical" | "high" | "medium" | "low" | "info"
  "findings.publication_status": "draft" | "published" | "withdrawn"
  "findings.remediation_status": "open" | "in_progress" | "ready_for_retest" | "disputed" | "risk_accepted"
  "findings.severity": "critical" | "high" | "medium" | "low" | "info"
  "findings.verdict": "fixed" | "partly_fixed" | "not_fixed"
  "invoice_drafts.delivery": "email" | "link"
  "invoice_drafts.problem": "not_connected" | "writing_off" | "permission_missing" | "another_merchant" | "outage" | "several_customers" | "customer_of_another_client" | "customer_missing" | "email_missing" | "recipient_changed" | "amount_differs" | "changed_in_square" | "deleted_in_square" | "published_in_square" | "canceled_in_square" | "previous_in_square" | "due_date_passed" | "location_unavailable" | "not_cancelable" | "rejected"
  "invoice_drafts.requested_status": "draft" | "prepared" | "published" | "canceled" | "deleted"
  "invoice_drafts.status": "draft" | "prepared" | "published" | "canceled" | "deleted"
  "invoice_payments.kind": "payment" | "refund"
  "invoice_payments.method": "card" | "bank_account" | "wallet" | "buy_now_pay_later" | "square_account" | "cash" | "external" | "other"
  "invoice_payments.status": "pending" | "completed" | "failed" | "cancelled"
  "invoices.status": "paid" | "pending" | "overdue" | "cancelled"
  "messages.sender_role": "client" | "admin"
  "plan_end_changes.kind": "end" | "keep"
  "plan_endings.kind": "end" | "keep"
  "plan_endings.problem": "writing_off" | "not_connected" | "permission_missing" | "another_merchant" | "date_changed" | "not_active" | "not_scheduled" | "request_closed" | "not_applied" | "rejected" | "outage" | "not_stored" | "changed_again"
  "plan_endings.status": "pending" | "done" | "failed"
  "plan_requests.kind": "change" | "cancel" | "keep"
  "plan_requests.status": "open" | "answered" | "withdrawn"
  "planned_payments.due_kind": "date" | "on_acceptance" | "on_completion" | "milestone"
  "planned_payments.kind": "deposit" | "installment" | "balance"
  "planned_payments.status": "waiting" | "due" | "invoiced"
  "planned_payments.when_due": "prepare_invoice" | "publish_invoice"
  "project_status_changes.from_status": "open" | "in_progress" | "on_hold" | "completed" | "frozen" | "cancelled"
  "project_status_changes.to_status": "open" | "in_progress" | "on_hold" | "completed" | "frozen" | "cancelled"
  "projects.status": "open" | "in_progress" | "on_hold" | "completed" | "frozen" | "cancelled"
  "proposal_acceptances.assurance_level": "aal1" | "aal2"
  "proposal_acceptances.signer_role": "owner" | "billing"
  "proposal_comments.author_role": "client" | "admin"
  "proposal_events.action": "sent" | "viewed" | "accepted" | "declined" | "expired" | "withdrawn"
  "proposal_events.actor_role": "client" | "admin" | "system"
  "proposals.status": "draft" | "sent" | "viewed" | "accepted" | "declined" | "expired" | "withdrawn"
  "provider_status.provider": "square"
  "retest_findings.status_before": "open" | "in_progress" | "ready_for_retest" | "disputed" | "risk_accepted"
  "retest_results.verdict": "fixed" | "partly_fixed" | "not_fixed"
  "retest_rounds.requester_role": "client" | "admin"
  "retest_rounds.status": "requested" | "in_progress" | "completed" | "canceled"
  "risk_acceptances.status": "requested" | "approved" | "rejected" | "withdrawn" | "revoked" | "expired"
  "service_bookings.kind": "booking" | "quote" | "meeting"
  "service_bookings.status": "pending" | "approved" | "in_progress" | "completed" | "declined" | "cancelled"
  "service_bookings.urgency": "low" | "medium" | "high"
  "square_links.purpose": "manage_plan" | "subscription" | "invoice"
  "subscription_history.status": "active" | "paused" | "past_due" | "cancelled"
  "taxonomy_entries.taxonomy": "owasp-llm" | "owasp-agentic" | "mitre-atlas" | "nist-ai-rmf" | "nist-ai-600-1" | "iso-42001" | "eu-ai-act" | "cwe"
  "unmatched_subscriptions.status": "active" | "paused" | "past_due"
  "users.role": "client" | "admin"
}

type DatabaseWithoutInternals = Omit<Database, "__InternalSupabase">

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, "public">]

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])
    : never = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])[TableName] extends {
      Row: infer R
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema["Tables"] &
        DefaultSchema["Views"])
    ? (DefaultSchema["Tables"] &
        DefaultSchema["Views"])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R
      }
      ? R
      : never
    : never

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Insert: infer I
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I
      }
      ? I
      : never
    : never

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Update: infer U
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U
      }
      ? U
      : never
    : never

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema["Enums"]
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"]
    : never = never,
> = DefaultSchemaEnumNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema["Enums"]
    ? DefaultSchema["Enums"][DefaultSchemaEnumNameOrOptions]
    : never

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema["CompositeTypes"]
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"]
    : never = never,
> = PublicCompositeTypeNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema["CompositeTypes"]
    ? DefaultSchema["CompositeTypes"][PublicCompositeTypeNameOrOptions]
    : never

export const Constants = {
  public: {
    Enums: {},
  },
} as const
