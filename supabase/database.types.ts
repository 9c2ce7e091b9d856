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
      audit_log: {
        Row: {
          action: "insert" | "update" | "delete" | "invite" | "resend invitation" | "revoke invitation" | "remove second factors" | "export data" | "erase inquirer" | "connect" | "disconnect" | "release" | "replay" | "run" | "retry" | "resend" | "dismiss"
          actor: string
          actor_id: string | null
          after: Json | null
          at: string
          before: Json | null
          id: number
          row_id: string | null
          table_name: string
        }
        Insert: {
          action: "insert" | "update" | "delete" | "invite" | "resend invitation" | "revoke invitation" | "remove second factors" | "export data" | "erase inquirer" | "connect" | "disconnect" | "release" | "replay" | "run" | "retry" | "resend" | "dismiss"
          actor: string
          actor_id?: string | null
          after?: Json | null
          at?: string
          before?: Json | null
          id?: never
          row_id?: string | null
          table_name: string
        }
        Update: {
          action?: "insert" | "update" | "delete" | "invite" | "resend invitation" | "revoke invitation" | "remove second factors" | "export data" | "erase inquirer" | "connect" | "disconnect" | "release" | "replay" | "run" | "retry" | "resend" | "dismiss"
          actor?: string
          actor_id?: string | null
          after?: Json | null
          at?: string
          before?: Json | null
          id?: never
          row_id?: string | null
          table_name?: string
        }
        Relationships: []
      }
      client_rates: {
        Row: {
          client_id: string
          created_at: string
          description: string
          discount_tier: string | null
          effective_from: string
          hourly_rate: number
          id: string
          monthly_retainer: number | null
          service_type: string
        }
        Insert: {
          client_id: string
          created_at?: string
          description?: string
          discount_tier?: string | null
          effective_from?: string
          hourly_rate: number
          id?: string
          monthly_retainer?: number | null
          service_type: string
        }
        Update: {
          client_id?: string
          created_at?: string
          description?: string
          discount_tier?: string | null
          effective_from?: string
          hourly_rate?: number
          id?: string
          monthly_retainer?: number | null
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
      client_subscriptions: {
        Row: {
          billed_price: number | null
          client_id: string
          created_at: string
          current_period_end: string | null
          ends_on: string | null
          id: string
          square_status: string | null
          square_subscription_id: string | null
          square_version: number | null
          starts_on: string | null
          status: "active" | "paused" | "past_due" | "cancelled"
          tier_id: string
          updated_at: string
        }
        Insert: {
          billed_price?: number | null
          client_id: string
          created_at?: string
          current_period_end?: string | null
          ends_on?: string | null
          id?: string
          square_status?: string | null
          square_subscription_id?: string | null
          square_version?: number | null
          starts_on?: string | null
          status: "active" | "paused" | "past_due" | "cancelled"
          tier_id: string
          updated_at?: string
        }
        Update: {
          billed_price?: number | null
          client_id?: string
          created_at?: string
          current_period_end?: string | null
          ends_on?: string | null
          id?: string
          square_status?: string | null
          square_subscription_id?: string | null
          square_version?: number | null
          starts_on?: string | null
          status?: "active" | "paused" | "past_due" | "cancelled"
          tier_id?: string
          updated_at?: string
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
          last_message_at: string | null
          outstanding_balance: number
          unread_count: number
        }
        Insert: {
          client_id: string
          invoice_count?: number
          last_message_at?: string | null
          outstanding_balance?: number
          unread_count?: number
        }
        Update: {
          client_id?: string
          invoice_count?: number
          last_message_at?: string | null
          outstanding_balance?: number
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
          created_at: string
          id: string
          joined_date: string
          phone: string
          square_customer_id: string | null
          status: "active" | "suspended"
          updated_at: string
          user_id: string | null
        }
        Insert: {
          address?: string
          company: string
          contact_person: string
          created_at?: string
          id?: string
          joined_date?: string
          phone?: string
          square_customer_id?: string | null
          status?: "active" | "suspended"
          updated_at?: string
          user_id?: string | null
        }
        Update: {
          address?: string
          company?: string
          contact_person?: string
          created_at?: string
          id?: string
          joined_date?: string
          phone?: string
          square_customer_id?: string | null
          status?: "active" | "suspended"
          updated_at?: string
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
      contact_inquiries: {
        Row: {
          client_id: string | null
          company: string
          created_at: string
          email: string
          id: string
          message: string
          name: string
          notes: string
          reference: string
          replied_at: string | null
          retention_months: number
          service_interest: "AI Security Assessment" | "AI Security Governance" | "AI Engineering Acceleration" | "General Inquiry" | "Other"
          status: "new" | "in_progress" | "replied" | "closed"
        }
        Insert: {
          client_id?: string | null
          company: string
          created_at?: string
          email: string
          id?: string
          message: string
          name: string
          notes?: string
          reference: string
          replied_at?: string | null
          retention_months?: number
          service_interest: "AI Security Assessment" | "AI Security Governance" | "AI Engineering Acceleration" | "General Inquiry" | "Other"
          status?: "new" | "in_progress" | "replied" | "closed"
        }
        Update: {
          client_id?: string | null
          company?: string
          created_at?: string
          email?: string
          id?: string
          message?: string
          name?: string
          notes?: string
          reference?: string
          replied_at?: string | null
          retention_months?: number
          service_interest?: "AI Security Assessment" | "AI Security Governance" | "AI Engineering Acceleration" | "General Inquiry" | "Other"
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
          downloaded_at: string
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
          downloaded_at?: string
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
          downloaded_at?: string
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
          is_latest: boolean
          mime_type: string
          name: string
          scan_detail: string | null
          scan_status: "pending" | "clear" | "unscanned" | "quarantined"
          scanned_at: string | null
          uploaded_at: string
          version: number
        }
        Insert: {
          category?: "contract" | "report" | "deliverable" | "invoice" | "other"
          client_id: string
          file_size: number
          id?: string
          is_latest?: boolean
          mime_type: string
          name: string
          scan_detail?: string | null
          scan_status?: "pending" | "clear" | "unscanned" | "quarantined"
          scanned_at?: string | null
          uploaded_at?: string
          version?: number
        }
        Update: {
          category?: "contract" | "report" | "deliverable" | "invoice" | "other"
          client_id?: string
          file_size?: number
          id?: string
          is_latest?: boolean
          mime_type?: string
          name?: string
          scan_detail?: string | null
          scan_status?: "pending" | "clear" | "unscanned" | "quarantined"
          scanned_at?: string | null
          uploaded_at?: string
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
        ]
      }
      firm_contacts: {
        Row: {
          id: boolean
          recipients: string[]
        }
        Insert: {
          id?: boolean
          recipients?: string[]
        }
        Update: {
          id?: boolean
          recipients?: string[]
        }
        Relationships: []
      }
      invoices: {
        Row: {
          accepted_payment_methods: Json
          amount: number
          client_assigned_manually: boolean
          client_id: string | null
          created_at: string
          description: string
          due_date: string | null
          first_overdue_at: string | null
          id: string
          invoice_number: string
          issued_date: string | null
          issued_date_is_estimate: boolean
          next_payment_amount: number | null
          next_payment_due_date: string | null
          paid_date: string | null
          paid_date_is_estimate: boolean
          payable_since: string | null
          payment_schedule: Json
          project_id: string | null
          service_date: string | null
          square_charge_failed_at: string | null
          square_customer_id: string | null
          square_invoice_id: string | null
          square_location_id: string | null
          square_merchant_id: string | null
          square_payment_url: string | null
          square_status: string | null
          square_subscription_id: string | null
          square_version: number | null
          status: "paid" | "pending" | "overdue" | "cancelled"
          time_zone: string
          tip_amount: number
          total_paid_amount: number
          updated_at: string
        }
        Insert: {
          accepted_payment_methods?: Json
          amount: number
          client_assigned_manually?: boolean
          client_id?: string | null
          created_at?: string
          description?: string
          due_date?: string | null
          first_overdue_at?: string | null
          id?: string
          invoice_number?: string
          issued_date?: string | null
          issued_date_is_estimate?: boolean
          next_payment_amount?: number | null
          next_payment_due_date?: string | null
          paid_date?: string | null
          paid_date_is_estimate?: boolean
          payable_since?: string | null
          payment_schedule?: Json
          project_id?: string | null
          service_date?: string | null
          square_charge_failed_at?: string | null
          square_customer_id?: string | null
          square_invoice_id?: string | null
          square_location_id?: string | null
          square_merchant_id?: string | null
          square_payment_url?: string | null
          square_status?: string | null
          square_subscription_id?: string | null
          square_version?: number | null
          status: "paid" | "pending" | "overdue" | "cancelled"
          time_zone?: string
          tip_amount?: number
          total_paid_amount?: number
          updated_at?: string
        }
        Update: {
          accepted_payment_methods?: Json
          amount?: number
          client_assigned_manually?: boolean
          client_id?: string | null
          created_at?: string
          description?: string
          due_date?: string | null
          first_overdue_at?: string | null
          id?: string
          invoice_number?: string
          issued_date?: string | null
          issued_date_is_estimate?: boolean
          next_payment_amount?: number | null
          next_payment_due_date?: string | null
          paid_date?: string | null
          paid_date_is_estimate?: boolean
          payable_since?: string | null
          payment_schedule?: Json
          project_id?: string | null
          service_date?: string | null
          square_charge_failed_at?: string | null
          square_customer_id?: string | null
          square_invoice_id?: string | null
          square_location_id?: string | null
          square_merchant_id?: string | null
          square_payment_url?: string | null
          square_status?: string | null
          square_subscription_id?: string | null
          square_version?: number | null
          status?: "paid" | "pending" | "overdue" | "cancelled"
          time_zone?: string
          tip_amount?: number
          total_paid_amount?: number
          updated_at?: string
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
          created_at: string
          id: string
          read_by_client_at: string | null
          read_by_firm_at: string | null
          sender_id: string | null
          sender_role: "client" | "admin"
        }
        Insert: {
          body: string
          client_id?: string
          created_at?: string
          id?: string
          read_by_client_at?: string | null
          read_by_firm_at?: string | null
          sender_id?: string | null
          sender_role?: "client" | "admin"
        }
        Update: {
          body?: string
          client_id?: string
          created_at?: string
          id?: string
          read_by_client_at?: string | null
          read_by_firm_at?: string | null
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
          changed_at: string
          changed_by: string | null
          from_status: "open" | "in_progress" | "on_hold" | "completed" | "frozen" | "cancelled" | null
          id: number
          project_id: string
          to_status: "open" | "in_progress" | "on_hold" | "completed" | "frozen" | "cancelled"
        }
        Insert: {
          changed_at?: string
          changed_by?: string | null
          from_status?: "open" | "in_progress" | "on_hold" | "completed" | "frozen" | "cancelled" | null
          id?: never
          project_id: string
          to_status: "open" | "in_progress" | "on_hold" | "completed" | "frozen" | "cancelled"
        }
        Update: {
          changed_at?: string
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
          total_billed: number
          total_paid: number
        }
        Insert: {
          invoice_count?: number
          project_id: string
          total_billed?: number
          total_paid?: number
        }
        Update: {
          invoice_count?: number
          project_id?: string
          total_billed?: number
          total_paid?: number
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
          created_at: string
          description: string
          id: string
          notes: string
          project_name: string
          start_date: string
          status: "open" | "in_progress" | "on_hold" | "completed" | "frozen" | "cancelled"
          target_completion_date: string | null
          total_estimated_value: number
          updated_at: string
        }
        Insert: {
          client_id: string
          created_at?: string
          description?: string
          id?: string
          notes?: string
          project_name: string
          start_date?: string
          status?: "open" | "in_progress" | "on_hold" | "completed" | "frozen" | "cancelled"
          target_completion_date?: string | null
          total_estimated_value?: number
          updated_at?: string
        }
        Update: {
          client_id?: string
          created_at?: string
          description?: string
          id?: string
          notes?: string
          project_name?: string
          start_date?: string
          status?: "open" | "in_progress" | "on_hold" | "completed" | "frozen" | "cancelled"
          target_completion_date?: string | null
          total_estimated_value?: number
          updated_at?: string
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
      provider_status: {
        Row: {
          last_synced_at: string | null
          provider: "square"
        }
        Insert: {
          last_synced_at?: string | null
          provider: "square"
        }
        Update: {
          last_synced_at?: string | null
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
      service_bookings: {
        Row: {
          client_id: string
          created_at: string
          decline_reason: string | null
          estimated_scope: string
          id: string
          kind: "booking" | "quote"
          preferred_start_date: string
          project_description: string
          scheduled_at: string | null
          service_type: string
          status: "pending" | "approved" | "in_progress" | "completed" | "declined" | "cancelled"
          updated_at: string
          urgency: "low" | "medium" | "high"
        }
        Insert: {
          client_id?: string
          created_at?: string
          decline_reason?: string | null
          estimated_scope?: string
          id?: string
          kind?: "booking" | "quote"
          preferred_start_date: string
          project_description: string
          scheduled_at?: string | null
          service_type: string
          status?: "pending" | "approved" | "in_progress" | "completed" | "declined" | "cancelled"
          updated_at?: string
          urgency?: "low" | "medium" | "high"
        }
        Update: {
          client_id?: string
          created_at?: string
          decline_reason?: string | null
          estimated_scope?: string
          id?: string
          kind?: "booking" | "quote"
          preferred_start_date?: string
          project_description?: string
          scheduled_at?: string | null
          service_type?: string
          status?: "pending" | "approved" | "in_progress" | "completed" | "declined" | "cancelled"
          updated_at?: string
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
        ]
      }
      square_links: {
        Row: {
          purpose: "manage_plan" | "subscription" | "invoice"
          template: string | null
          updated_at: string
        }
        Insert: {
          purpose: "manage_plan" | "subscription" | "invoice"
          template?: string | null
          updated_at?: string
        }
        Update: {
          purpose?: "manage_plan" | "subscription" | "invoice"
          template?: string | null
          updated_at?: string
        }
        Relationships: []
      }
      subscription_history: {
        Row: {
          id: number
          since: string
          status: "active" | "paused" | "past_due" | "cancelled"
          subscription_id: string
        }
        Insert: {
          id?: never
          since: string
          status: "active" | "paused" | "past_due" | "cancelled"
          subscription_id: string
        }
        Update: {
          id?: never
          since?: string
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
          monthly_price: number
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
          monthly_price: number
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
          monthly_price?: number
          square_checkout_url?: string | null
          square_plan_variation_id?: string | null
          tier_name?: string
        }
        Relationships: []
      }
      users: {
        Row: {
          created_at: string
          email: string
          id: string
          role: "client" | "admin"
        }
        Insert: {
          created_at?: string
          email: string
          id: string
          role?: "client" | "admin"
        }
        Update: {
          created_at?: string
          email?: string
          id?: string
          role?: "client" | "admin"
        }
        Relationships: []
      }
    }
    Views: {
      client_list: {
        Row: {
          company: string
          company_order: string
          contact_person: string
          email: string
          id: string
          invoice_count: number
          joined_date: string
          outstanding_balance: number
          status: "active" | "suspended"
        }
        Relationships: []
      }
      firm_totals: {
        Row: {
          active_clients: number
          active_projects: number
          invoice_count: number
          outstanding_revenue: number
          unread_count: number
        }
        Relationships: []
      }
      invoice_list: {
        Row: {
          amount: number
          client_assigned_manually: boolean
          client_id: string | null
          company: string | null
          company_order: string | null
          description: string
          due_date: string | null
          id: string
          invoice_number: string
          issued_date: string | null
          open_amount: number
          paid_date: string | null
          project_id: string | null
          square_invoice_id: string | null
          square_payment_url: string | null
          status: "paid" | "pending" | "overdue" | "cancelled"
          total_paid_amount: number
        }
        Relationships: []
      }
      message_threads: {
        Row: {
          client_id: string
          company: string
          last_body: string
          last_message_at: string
          last_sender_role: string
          status: "active" | "suspended"
          unread_count: number
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
          outstanding: number
          project_name: string
          project_order: string
          start_date: string
          status: "open" | "in_progress" | "on_hold" | "completed" | "frozen" | "cancelled"
          target_completion_date: string | null
          total_billed: number
          total_estimated_value: number
          total_paid: number
        }
        Relationships: []
      }
      subscription_list: {
        Row: {
          billed_price: number | null
          client_id: string
          company: string
          company_order: string
          created_at: string
          current_period_end: string | null
          ends_on: string | null
          id: string
          monthly_price: number
          square_status: string | null
          square_subscription_id: string | null
          starts_on: string | null
          status: "active" | "paused" | "past_due" | "cancelled"
          tier_name: string
        }
        Relationships: []
      }
    }
    Functions: {
      invoice_aging: { Args: { today: string; days_late: number[] }; Returns: { bucket: number; invoice_count: number; open_amount: number }[] }
      revenue_by_month: { Args: { first_day: string; last_day: string }; Returns: { month: string; billed: number; paid: number }[] }
      subscription_totals: { Args: never; Returns: { subscription_count: number; active_count: number; monthly_revenue: number; running_count: number; cancelled_count: number }[] }
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
  "private.email_outbox.kind": "inquiry" | "inquiry-acknowledgement" | "inquiry-reply" | "booking-made" | "booking-received" | "booking-answered" | "messages-for-firm" | "messages-for-client" | "invoice-new" | "invoice-overdue" | "square-alarm" | "account-invite" | "account-recovery" | "account-magic-link" | "account-confirmation" | "account-reauthentication" | "account-email-change" | "account-email-change-notice" | "account-email-changed-notice" | "account-password-changed" | "account-factors-removed"
  "private.email_outbox.state": "queued" | "sent" | "failed" | "dismissed"
  "private.job_runs.name": "announce-bookings" | "announce-invoices" | "announce-messages" | "apply-retention-periods" | "process-webhook-event" | "recompute-overdue" | "reconcile-square" | "refresh-provider-token" | "remove-expired" | "remove-old-downloads" | "remove-old-events" | "run-sync" | "scan-documents" | "send-email" | "sweep-files"
  "private.job_runs.outcome": "succeeded" | "failed"
  "private.provider_connections.provider": "square"
  "private.sign_in_attempts.outcome": "succeeded" | "wrong-credentials" | "wrong-link" | "wrong-factor" | "rate-limited" | "banned"
  "private.sync_runs.cause": "button" | "schedule" | "comparison" | "demo"
  "private.sync_runs.provider": "square"
  "private.sync_runs.state": "queued" | "running" | "succeeded" | "failed"
  "private.unclaimed_files.store": "disk" | "s3"
  "private.webhook_events.provider": "square"
  "audit_log.action": "insert" | "update" | "delete" | "invite" | "resend invitation" | "revoke invitation" | "remove second factors" | "export data" | "erase inquirer" | "connect" | "disconnect" | "release" | "replay" | "run" | "retry" | "resend" | "dismiss"
  "client_subscriptions.status": "active" | "paused" | "past_due" | "cancelled"
  "clients.status": "active" | "suspended"
  "contact_inquiries.service_interest": "AI Security Assessment" | "AI Security Governance" | "AI Engineering Acceleration" | "General Inquiry" | "Other"
  "contact_inquiries.status": "new" | "in_progress" | "replied" | "closed"
  "document_downloads.kind": "download" | "preview"
  "document_downloads.user_role": "client" | "admin"
  "documents.category": "contract" | "report" | "deliverable" | "invoice" | "other"
  "documents.scan_status": "pending" | "clear" | "unscanned" | "quarantined"
  "invoices.status": "paid" | "pending" | "overdue" | "cancelled"
  "messages.sender_role": "client" | "admin"
  "project_status_changes.from_status": "open" | "in_progress" | "on_hold" | "completed" | "frozen" | "cancelled"
  "project_status_changes.to_status": "open" | "in_progress" | "on_hold" | "completed" | "frozen" | "cancelled"
  "projects.status": "open" | "in_progress" | "on_hold" | "completed" | "frozen" | "cancelled"
  "provider_status.provider": "square"
  "service_bookings.kind": "booking" | "quote"
  "service_bookings.status": "pending" | "approved" | "in_progress" | "completed" | "declined" | "cancelled"
  "service_bookings.urgency": "low" | "medium" | "high"
  "square_links.purpose": "manage_plan" | "subscription" | "invoice"
  "subscription_history.status": "active" | "paused" | "past_due" | "cancelled"
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
