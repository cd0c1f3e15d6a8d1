// Written by npm run db:types from supabase/schemas.
export type Json =
  | string
  | number
  | boolean
  | null
  | { [key: string]: Json | undefined }
  | Json[]

export type Database = {
  public: {
    Tables: {
      achievements: {
        Row: {
          created_at: string
          description: string
          icon: string
          id: string
          name: string
          points: number
          target_value: number
          type:
            | "video_watched"
            | "course_completed"
            | "test_passed"
            | "test_perfect"
            | "streak"
            | "event"
            | "news"
            | "comment"
            | "certificate"
            | "note"
            | "like"
            | "active_days"
        }
        Insert: {
          created_at?: string
          description?: string
          icon?: string
          id: string
          name: string
          points?: number
          target_value?: number
          type:
            | "video_watched"
            | "course_completed"
            | "test_passed"
            | "test_perfect"
            | "streak"
            | "event"
            | "news"
            | "comment"
            | "certificate"
            | "note"
            | "like"
            | "active_days"
        }
        Update: {
          created_at?: string
          description?: string
          icon?: string
          id?: string
          name?: string
          points?: number
          target_value?: number
          type?:
            | "video_watched"
            | "course_completed"
            | "test_passed"
            | "test_perfect"
            | "streak"
            | "event"
            | "news"
            | "comment"
            | "certificate"
            | "note"
            | "like"
            | "active_days"
        }
        Relationships: []
      }
      admin_audit: {
        Row: {
          action:
            | "insert"
            | "update"
            | "trash"
            | "restore"
            | "delete"
            | "send"
            | "magic_link"
            | "export"
          after: Json | null
          at: string
          before: Json | null
          id: number
          row_id: string
          table_name: string
          user_id: string | null
        }
        Insert: {
          action:
            | "insert"
            | "update"
            | "trash"
            | "restore"
            | "delete"
            | "send"
            | "magic_link"
            | "export"
          after?: Json | null
          at?: string
          before?: Json | null
          id?: never
          row_id: string
          table_name: string
          user_id?: string | null
        }
        Update: {
          action?:
            | "insert"
            | "update"
            | "trash"
            | "restore"
            | "delete"
            | "send"
            | "magic_link"
            | "export"
          after?: Json | null
          at?: string
          before?: Json | null
          id?: never
          row_id?: string
          table_name?: string
          user_id?: string | null
        }
        Relationships: []
      }
      admin_users: {
        Row: {
          created_at: string
          email: string
          is_super_admin: boolean
          row_version: number
          user_id: string | null
        }
        Insert: {
          created_at?: string
          email: string
          is_super_admin?: boolean
          row_version?: number
          user_id?: string | null
        }
        Update: {
          created_at?: string
          email?: string
          is_super_admin?: boolean
          row_version?: number
          user_id?: string | null
        }
        Relationships: []
      }
      background_jobs: {
        Row: {
          duration_ms: number | null
          error: string | null
          last_finished_at: string | null
          last_started_at: string | null
          name: string
          run: number
          running_until: string | null
        }
        Insert: {
          duration_ms?: number | null
          error?: string | null
          last_finished_at?: string | null
          last_started_at?: string | null
          name: string
          run?: number
          running_until?: string | null
        }
        Update: {
          duration_ms?: number | null
          error?: string | null
          last_finished_at?: string | null
          last_started_at?: string | null
          name?: string
          run?: number
          running_until?: string | null
        }
        Relationships: []
      }
      billing_details: {
        Row: {
          address: string
          company_id: string
          name: string
          updated_at: string
          user_id: string
          vat_number: string
        }
        Insert: {
          address: string
          company_id: string
          name: string
          updated_at?: string
          user_id: string
          vat_number: string
        }
        Update: {
          address?: string
          company_id?: string
          name?: string
          updated_at?: string
          user_id?: string
          vat_number?: string
        }
        Relationships: [
          {
            foreignKeyName: "billing_details_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "billing_details_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
        ]
      }
      certificate_keys: {
        Row: {
          algorithm: "EdDSA" | "RS256"
          created_at: string
          id: string
          public_jwk: NonNullable<Json>
        }
        Insert: {
          algorithm: "EdDSA" | "RS256"
          created_at?: string
          id: string
          public_jwk: NonNullable<Json>
        }
        Update: {
          algorithm?: "EdDSA" | "RS256"
          created_at?: string
          id?: string
          public_jwk?: NonNullable<Json>
        }
        Relationships: []
      }
      certificate_requirements: {
        Row: {
          certificate_id: string
          created_at: string
          id: string
          minimum_score: number
          test_id: string
        }
        Insert: {
          certificate_id: string
          created_at?: string
          id?: string
          minimum_score?: number
          test_id: string
        }
        Update: {
          certificate_id?: string
          created_at?: string
          id?: string
          minimum_score?: number
          test_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "certificate_requirements_certificate_id_fkey"
            columns: ["certificate_id"]
            referencedRelation: "certificates"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "certificate_requirements_test_id_fkey"
            columns: ["test_id"]
            referencedRelation: "tests"
            referencedColumns: ["id"]
          },
        ]
      }
      certificates: {
        Row: {
          created_at: string
          deleted_at: string | null
          description: string | null
          id: string
          is_active: boolean
          name_font_color: string
          name_font_size: number
          name_position: NonNullable<Json>
          row_version: number
          template_filename: string | null
          template_url: string | null
          title: string
          updated_at: string
        }
        Insert: {
          created_at?: string
          deleted_at?: string | null
          description?: string | null
          id?: string
          is_active?: boolean
          name_font_color?: string
          name_font_size?: number
          name_position?: NonNullable<Json>
          row_version?: number
          template_filename?: string | null
          template_url?: string | null
          title: string
          updated_at?: string
        }
        Update: {
          created_at?: string
          deleted_at?: string | null
          description?: string | null
          id?: string
          is_active?: boolean
          name_font_color?: string
          name_font_size?: number
          name_position?: NonNullable<Json>
          row_version?: number
          template_filename?: string | null
          template_url?: string | null
          title?: string
          updated_at?: string
        }
        Relationships: []
      }
      client_errors: {
        Row: {
          build: string
          first_at: string
          last_at: string
          message: string
          reports: number
          route: string
          stack: string
        }
        Insert: {
          build: string
          first_at?: string
          last_at?: string
          message: string
          reports?: number
          route: string
          stack: string
        }
        Update: {
          build?: string
          first_at?: string
          last_at?: string
          message?: string
          reports?: number
          route?: string
          stack?: string
        }
        Relationships: []
      }
      comment_reports: {
        Row: {
          comment_id: string
          created_at: string
          reason: string
          resolved_at: string | null
          user_id: string
        }
        Insert: {
          comment_id: string
          created_at?: string
          reason?: string
          resolved_at?: string | null
          user_id: string
        }
        Update: {
          comment_id?: string
          created_at?: string
          reason?: string
          resolved_at?: string | null
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "comment_reports_comment_id_fkey"
            columns: ["comment_id"]
            referencedRelation: "video_comments"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "comment_reports_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "comment_reports_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
        ]
      }
      consents: {
        Row: {
          document: "terms" | "privacy" | "refund" | "age"
          given_at: string
          id: number
          occasion: "registration" | "purchase" | "upgrade"
          user_id: string
          version: string
        }
        Insert: {
          document: "terms" | "privacy" | "refund" | "age"
          given_at?: string
          id?: never
          occasion: "registration" | "purchase" | "upgrade"
          user_id: string
          version: string
        }
        Update: {
          document?: "terms" | "privacy" | "refund" | "age"
          given_at?: string
          id?: never
          occasion?: "registration" | "purchase" | "upgrade"
          user_id?: string
          version?: string
        }
        Relationships: [
          {
            foreignKeyName: "consents_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "consents_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
        ]
      }
      contact_requests: {
        Row: {
          answer: string | null
          answered_at: string | null
          answered_by: string | null
          created_at: string
          deleted_at: string | null
          email: string
          id: string
          log: string | null
          message: string
          name: string
          priority: boolean
          topic: "mentor" | "payment" | "technical" | "other"
          user_id: string | null
        }
        Insert: {
          answer?: string | null
          answered_at?: string | null
          answered_by?: string | null
          created_at?: string
          deleted_at?: string | null
          email: string
          id: string
          log?: string | null
          message: string
          name: string
          priority?: boolean
          topic: "mentor" | "payment" | "technical" | "other"
          user_id?: string | null
        }
        Update: {
          answer?: string | null
          answered_at?: string | null
          answered_by?: string | null
          created_at?: string
          deleted_at?: string | null
          email?: string
          id?: string
          log?: string | null
          message?: string
          name?: string
          priority?: boolean
          topic?: "mentor" | "payment" | "technical" | "other"
          user_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "contact_requests_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "contact_requests_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
        ]
      }
      course_resources: {
        Row: {
          course_id: string
          created_at: string
          deleted_at: string | null
          file_name: string
          file_size: number | null
          file_type: string | null
          file_url: string
          id: string
          is_visible: boolean
          row_version: number
          title: string
        }
        Insert: {
          course_id: string
          created_at?: string
          deleted_at?: string | null
          file_name: string
          file_size?: number | null
          file_type?: string | null
          file_url: string
          id?: string
          is_visible?: boolean
          row_version?: number
          title: string
        }
        Update: {
          course_id?: string
          created_at?: string
          deleted_at?: string | null
          file_name?: string
          file_size?: number | null
          file_type?: string | null
          file_url?: string
          id?: string
          is_visible?: boolean
          row_version?: number
          title?: string
        }
        Relationships: [
          {
            foreignKeyName: "course_resources_course_id_fkey"
            columns: ["course_id"]
            referencedRelation: "courses"
            referencedColumns: ["id"]
          },
        ]
      }
      course_templates: {
        Row: {
          created_at: string
          deleted_at: string | null
          description: string | null
          id: string
          modules: NonNullable<Json>
          name: string
          row_version: number
          updated_at: string
        }
        Insert: {
          created_at?: string
          deleted_at?: string | null
          description?: string | null
          id?: string
          modules?: NonNullable<Json>
          name: string
          row_version?: number
          updated_at?: string
        }
        Update: {
          created_at?: string
          deleted_at?: string | null
          description?: string | null
          id?: string
          modules?: NonNullable<Json>
          name?: string
          row_version?: number
          updated_at?: string
        }
        Relationships: []
      }
      courses: {
        Row: {
          category: string | null
          created_at: string
          creator_id: string | null
          deleted_at: string | null
          description: string | null
          hue: number | null
          id: string
          instructor: string | null
          plan_type: "free" | "basic" | "premium"
          row_version: number
          shape: string | null
          status: "draft" | "published" | "public"
          thumbnail_url: string | null
          title: string
          updated_at: string
          withdrawn_at: string | null
        }
        Insert: {
          category?: string | null
          created_at?: string
          creator_id?: string | null
          deleted_at?: string | null
          description?: string | null
          hue?: number | null
          id?: string
          instructor?: string | null
          plan_type?: "free" | "basic" | "premium"
          row_version?: number
          shape?: string | null
          status?: "draft" | "published" | "public"
          thumbnail_url?: string | null
          title: string
          updated_at?: string
          withdrawn_at?: string | null
        }
        Update: {
          category?: string | null
          created_at?: string
          creator_id?: string | null
          deleted_at?: string | null
          description?: string | null
          hue?: number | null
          id?: string
          instructor?: string | null
          plan_type?: "free" | "basic" | "premium"
          row_version?: number
          shape?: string | null
          status?: "draft" | "published" | "public"
          thumbnail_url?: string | null
          title?: string
          updated_at?: string
          withdrawn_at?: string | null
        }
        Relationships: []
      }
      demo_requests: {
        Row: {
          company: string | null
          created_at: string
          deleted_at: string | null
          email: string
          first_name: string
          id: string
          interest: string | null
          job_title: string | null
          last_name: string
          message: string | null
          phone: string | null
          user_id: string | null
        }
        Insert: {
          company?: string | null
          created_at?: string
          deleted_at?: string | null
          email: string
          first_name: string
          id?: string
          interest?: string | null
          job_title?: string | null
          last_name: string
          message?: string | null
          phone?: string | null
          user_id?: string | null
        }
        Update: {
          company?: string | null
          created_at?: string
          deleted_at?: string | null
          email?: string
          first_name?: string
          id?: string
          interest?: string | null
          job_title?: string | null
          last_name?: string
          message?: string | null
          phone?: string | null
          user_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "demo_requests_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "demo_requests_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
        ]
      }
      event_registrations: {
        Row: {
          created_at: string
          deleted_at: string | null
          event_id: string
          id: string
          registered_at: string
          status: "registered" | "cancelled" | "attended"
          trashed_status: string | null
          user_id: string
        }
        Insert: {
          created_at?: string
          deleted_at?: string | null
          event_id: string
          id?: string
          registered_at?: string
          status?: "registered" | "cancelled" | "attended"
          trashed_status?: string | null
          user_id: string
        }
        Update: {
          created_at?: string
          deleted_at?: string | null
          event_id?: string
          id?: string
          registered_at?: string
          status?: "registered" | "cancelled" | "attended"
          trashed_status?: string | null
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "event_registrations_event_id_fkey"
            columns: ["event_id"]
            referencedRelation: "events"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "event_registrations_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "event_registrations_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
        ]
      }
      events: {
        Row: {
          created_at: string
          current_participants: number
          deleted_at: string | null
          description: string | null
          duration_minutes: number
          end_date: string
          id: string
          image_url: string | null
          is_free: boolean
          join_url: string | null
          location: string
          max_participants: number | null
          row_version: number
          sequence: number
          start_date: string
          status: "active" | "draft" | "cancelled" | "completed"
          title: string
          type:
            | "webinar"
            | "workshop"
            | "lecture"
            | "conference"
            | "in-person"
            | "other"
          updated_at: string
        }
        Insert: {
          created_at?: string
          current_participants?: number
          deleted_at?: string | null
          description?: string | null
          duration_minutes?: number
          end_date: string
          id?: string
          image_url?: string | null
          is_free?: boolean
          join_url?: string | null
          location?: string
          max_participants?: number | null
          row_version?: number
          sequence?: number
          start_date: string
          status?: "active" | "draft" | "cancelled" | "completed"
          title: string
          type?:
            | "webinar"
            | "workshop"
            | "lecture"
            | "conference"
            | "in-person"
            | "other"
          updated_at?: string
        }
        Update: {
          created_at?: string
          current_participants?: number
          deleted_at?: string | null
          description?: string | null
          duration_minutes?: number
          end_date?: string
          id?: string
          image_url?: string | null
          is_free?: boolean
          join_url?: string | null
          location?: string
          max_participants?: number | null
          row_version?: number
          sequence?: number
          start_date?: string
          status?: "active" | "draft" | "cancelled" | "completed"
          title?: string
          type?:
            | "webinar"
            | "workshop"
            | "lecture"
            | "conference"
            | "in-person"
            | "other"
          updated_at?: string
        }
        Relationships: []
      }
      issued_certificates: {
        Row: {
          certificate_id: string | null
          created_at: string
          credential: string | null
          issued_at: string
          key_id: string | null
          name: string
          reason: string | null
          revoked_at: string | null
          seal: string | null
          serial: string
          signed_at: string | null
          status_index: number
          title: string
          user_id: string | null
        }
        Insert: {
          certificate_id?: string | null
          created_at?: string
          credential?: string | null
          issued_at: string
          key_id?: string | null
          name: string
          reason?: string | null
          revoked_at?: string | null
          seal?: string | null
          serial?: string
          signed_at?: string | null
          status_index?: never
          title: string
          user_id?: string | null
        }
        Update: {
          certificate_id?: string | null
          created_at?: string
          credential?: string | null
          issued_at?: string
          key_id?: string | null
          name?: string
          reason?: string | null
          revoked_at?: string | null
          seal?: string | null
          serial?: string
          signed_at?: string | null
          status_index?: never
          title?: string
          user_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "issued_certificates_certificate_id_fkey"
            columns: ["certificate_id"]
            referencedRelation: "certificates"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "issued_certificates_key_id_fkey"
            columns: ["key_id"]
            referencedRelation: "certificate_keys"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "issued_certificates_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "issued_certificates_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
        ]
      }
      news: {
        Row: {
          category: "general" | "update" | "course" | "event" | "store"
          content: string
          created_at: string
          deleted_at: string | null
          id: string
          image_url: string | null
          published_at: string | null
          row_version: number
          slug: string
          status: "draft" | "published"
          summary: string
          title: string
          updated_at: string
          withdrawn_at: string | null
        }
        Insert: {
          category?: "general" | "update" | "course" | "event" | "store"
          content: string
          created_at?: string
          deleted_at?: string | null
          id?: string
          image_url?: string | null
          published_at?: string | null
          row_version?: number
          slug: string
          status?: "draft" | "published"
          summary: string
          title: string
          updated_at?: string
          withdrawn_at?: string | null
        }
        Update: {
          category?: "general" | "update" | "course" | "event" | "store"
          content?: string
          created_at?: string
          deleted_at?: string | null
          id?: string
          image_url?: string | null
          published_at?: string | null
          row_version?: number
          slug?: string
          status?: "draft" | "published"
          summary?: string
          title?: string
          updated_at?: string
          withdrawn_at?: string | null
        }
        Relationships: []
      }
      notification_sends: {
        Row: {
          created_at: string
          created_by: string | null
          delivered: number
          error: string | null
          finished_at: string | null
          id: string
          last_user: string | null
          link: string | null
          message: string
          mode: "broadcast" | "targeted"
          push: boolean
          recipients: number
          skipped: number
          state: "queued" | "sending" | "sent" | "withdrawing" | "withdrawn"
          title: string
          type: "info" | "success" | "warning" | "error"
          users: string[] | null
        }
        Insert: {
          created_at?: string
          created_by?: string | null
          delivered?: number
          error?: string | null
          finished_at?: string | null
          id: string
          last_user?: string | null
          link?: string | null
          message: string
          mode: "broadcast" | "targeted"
          push?: boolean
          recipients?: number
          skipped?: number
          state?: "queued" | "sending" | "sent" | "withdrawing" | "withdrawn"
          title: string
          type?: "info" | "success" | "warning" | "error"
          users?: string[] | null
        }
        Update: {
          created_at?: string
          created_by?: string | null
          delivered?: number
          error?: string | null
          finished_at?: string | null
          id?: string
          last_user?: string | null
          link?: string | null
          message?: string
          mode?: "broadcast" | "targeted"
          push?: boolean
          recipients?: number
          skipped?: number
          state?: "queued" | "sending" | "sent" | "withdrawing" | "withdrawn"
          title?: string
          type?: "info" | "success" | "warning" | "error"
          users?: string[] | null
        }
        Relationships: []
      }
      notifications: {
        Row: {
          body: string | null
          created_at: string
          id: string
          is_read: boolean
          link: string | null
          message: string
          source: string | null
          title: string
          topic:
            | "lesson"
            | "event"
            | "achievement"
            | "comment"
            | "billing"
            | "admin"
          type: "info" | "success" | "warning" | "error"
          updated_at: string
          user_id: string
        }
        Insert: {
          body?: string | null
          created_at?: string
          id?: string
          is_read?: boolean
          link?: string | null
          message: string
          source?: string | null
          title: string
          topic?:
            | "lesson"
            | "event"
            | "achievement"
            | "comment"
            | "billing"
            | "admin"
          type?: "info" | "success" | "warning" | "error"
          updated_at?: string
          user_id: string
        }
        Update: {
          body?: string | null
          created_at?: string
          id?: string
          is_read?: boolean
          link?: string | null
          message?: string
          source?: string | null
          title?: string
          topic?:
            | "lesson"
            | "event"
            | "achievement"
            | "comment"
            | "billing"
            | "admin"
          type?: "info" | "success" | "warning" | "error"
          updated_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "notifications_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "notifications_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
        ]
      }
      payments: {
        Row: {
          amount: number
          amount_due: number | null
          buyer: Json | null
          created_at: string
          currency: string
          description: string | null
          email: string
          hosted_invoice_url: string | null
          id: string
          invoice_id: string | null
          invoice_pdf: string | null
          number: string | null
          period_end: string | null
          period_start: string | null
          plan_type: "pro" | "premium" | null
          refunded: number
          status: "succeeded" | "pending" | "failed" | "refunded"
          subscription_id: string | null
          ticket: number
          updated_at: string
          user_id: string | null
        }
        Insert: {
          amount: number
          amount_due?: number | null
          buyer?: Json | null
          created_at?: string
          currency?: string
          description?: string | null
          email: string
          hosted_invoice_url?: string | null
          id?: string
          invoice_id?: string | null
          invoice_pdf?: string | null
          number?: string | null
          period_end?: string | null
          period_start?: string | null
          plan_type?: "pro" | "premium" | null
          refunded?: number
          status?: "succeeded" | "pending" | "failed" | "refunded"
          subscription_id?: string | null
          ticket?: number
          updated_at?: string
          user_id?: string | null
        }
        Update: {
          amount?: number
          amount_due?: number | null
          buyer?: Json | null
          created_at?: string
          currency?: string
          description?: string | null
          email?: string
          hosted_invoice_url?: string | null
          id?: string
          invoice_id?: string | null
          invoice_pdf?: string | null
          number?: string | null
          period_end?: string | null
          period_start?: string | null
          plan_type?: "pro" | "premium" | null
          refunded?: number
          status?: "succeeded" | "pending" | "failed" | "refunded"
          subscription_id?: string | null
          ticket?: number
          updated_at?: string
          user_id?: string | null
        }
        Relationships: []
      }
      products: {
        Row: {
          created_at: string
          description: string | null
          id: string
          image_url: string | null
          is_active: boolean
          name: string
          price: number
          updated_at: string
        }
        Insert: {
          created_at?: string
          description?: string | null
          id?: string
          image_url?: string | null
          is_active?: boolean
          name: string
          price: number
          updated_at?: string
        }
        Update: {
          created_at?: string
          description?: string | null
          id?: string
          image_url?: string | null
          is_active?: boolean
          name?: string
          price?: number
          updated_at?: string
        }
        Relationships: []
      }
      profiles: {
        Row: {
          avatar_url: string | null
          bio: string | null
          blocked_at: string | null
          created_at: string
          daily_reminder: boolean
          deleted_at: string | null
          full_name: string | null
          id: string
          job_title: string | null
          location: string | null
          muted: string[]
          push_off: string[]
          quiet_hours: string | null
          updated_at: string
          website: string | null
        }
        Insert: {
          avatar_url?: string | null
          bio?: string | null
          blocked_at?: string | null
          created_at?: string
          daily_reminder?: boolean
          deleted_at?: string | null
          full_name?: string | null
          id: string
          job_title?: string | null
          location?: string | null
          muted?: string[]
          push_off?: string[]
          quiet_hours?: string | null
          updated_at?: string
          website?: string | null
        }
        Update: {
          avatar_url?: string | null
          bio?: string | null
          blocked_at?: string | null
          created_at?: string
          daily_reminder?: boolean
          deleted_at?: string | null
          full_name?: string | null
          id?: string
          job_title?: string | null
          location?: string | null
          muted?: string[]
          push_off?: string[]
          quiet_hours?: string | null
          updated_at?: string
          website?: string | null
        }
        Relationships: []
      }
      push_devices: {
        Row: {
          address: string
          created_at: string
          device: string
          id: string
          platform: "android" | "ios" | "web"
          renewed_at: string
          session_id: string | null
          time_zone: string
          token: string
          user_id: string
        }
        Insert: {
          address: string
          created_at?: string
          device: string
          id?: string
          platform: "android" | "ios" | "web"
          renewed_at?: string
          session_id?: string | null
          time_zone?: string
          token: string
          user_id: string
        }
        Update: {
          address?: string
          created_at?: string
          device?: string
          id?: string
          platform?: "android" | "ios" | "web"
          renewed_at?: string
          session_id?: string | null
          time_zone?: string
          token?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "push_devices_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "push_devices_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
        ]
      }
      slug_history: {
        Row: {
          created_at: string
          news_id: string
          slug: string
        }
        Insert: {
          created_at?: string
          news_id: string
          slug: string
        }
        Update: {
          created_at?: string
          news_id?: string
          slug?: string
        }
        Relationships: [
          {
            foreignKeyName: "slug_history_news_id_fkey"
            columns: ["news_id"]
            referencedRelation: "news"
            referencedColumns: ["id"]
          },
        ]
      }
      store_launch_notifications: {
        Row: {
          created_at: string
          email: string
          id: string
          source: "store_page" | "admin_page" | "dashboard"
        }
        Insert: {
          created_at?: string
          email: string
          id?: string
          source?: "store_page" | "admin_page" | "dashboard"
        }
        Update: {
          created_at?: string
          email?: string
          id?: string
          source?: "store_page" | "admin_page" | "dashboard"
        }
        Relationships: []
      }
      test_questions: {
        Row: {
          created_at: string
          explanation: string | null
          id: string
          image_url: string | null
          options: NonNullable<Json>
          order_position: number
          points: number
          test_id: string
          text: string
          type: "multiple_choice" | "true_false" | "single"
          updated_at: string
        }
        Insert: {
          created_at?: string
          explanation?: string | null
          id?: string
          image_url?: string | null
          options?: NonNullable<Json>
          order_position?: number
          points?: number
          test_id: string
          text: string
          type?: "multiple_choice" | "true_false" | "single"
          updated_at?: string
        }
        Update: {
          created_at?: string
          explanation?: string | null
          id?: string
          image_url?: string | null
          options?: NonNullable<Json>
          order_position?: number
          points?: number
          test_id?: string
          text?: string
          type?: "multiple_choice" | "true_false" | "single"
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "test_questions_test_id_fkey"
            columns: ["test_id"]
            referencedRelation: "tests"
            referencedColumns: ["id"]
          },
        ]
      }
      test_results: {
        Row: {
          answers: NonNullable<Json>
          completed_at: string
          counted: boolean
          created_at: string
          graded: boolean
          id: string
          over_time: boolean
          passed: boolean
          review: NonNullable<Json>
          score: number | null
          started_at: string | null
          test_id: string
          time_spent: number
          user_id: string
          version: number | null
        }
        Insert: {
          answers?: NonNullable<Json>
          completed_at?: string
          counted?: boolean
          created_at?: string
          graded?: boolean
          id: string
          over_time?: boolean
          passed: boolean
          review?: NonNullable<Json>
          score?: number | null
          started_at?: string | null
          test_id: string
          time_spent?: number
          user_id: string
          version?: number | null
        }
        Update: {
          answers?: NonNullable<Json>
          completed_at?: string
          counted?: boolean
          created_at?: string
          graded?: boolean
          id?: string
          over_time?: boolean
          passed?: boolean
          review?: NonNullable<Json>
          score?: number | null
          started_at?: string | null
          test_id?: string
          time_spent?: number
          user_id?: string
          version?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "test_results_test_id_fkey"
            columns: ["test_id"]
            referencedRelation: "tests"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "test_results_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "test_results_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
        ]
      }
      test_versions: {
        Row: {
          body: NonNullable<Json>
          graded: boolean
          published_at: string
          published_by: string | null
          test_id: string
          version: number
        }
        Insert: {
          body: NonNullable<Json>
          graded?: boolean
          published_at?: string
          published_by?: string | null
          test_id: string
          version: number
        }
        Update: {
          body?: NonNullable<Json>
          graded?: boolean
          published_at?: string
          published_by?: string | null
          test_id?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: "test_versions_test_id_fkey"
            columns: ["test_id"]
            referencedRelation: "tests"
            referencedColumns: ["id"]
          },
        ]
      }
      tests: {
        Row: {
          course_id: string
          created_at: string
          deleted_at: string | null
          description: string | null
          emoji: string | null
          graded: boolean
          id: string
          max_attempts: number
          passing_score: number
          published_version: number | null
          row_version: number
          shuffle: boolean
          status: "draft" | "published"
          time_limit: number
          title: string
          updated_at: string
          video_id: string | null
          withdrawn_at: string | null
        }
        Insert: {
          course_id: string
          created_at?: string
          deleted_at?: string | null
          description?: string | null
          emoji?: string | null
          graded?: boolean
          id?: string
          max_attempts?: number
          passing_score?: number
          published_version?: number | null
          row_version?: number
          shuffle?: boolean
          status?: "draft" | "published"
          time_limit?: number
          title: string
          updated_at?: string
          video_id?: string | null
          withdrawn_at?: string | null
        }
        Update: {
          course_id?: string
          created_at?: string
          deleted_at?: string | null
          description?: string | null
          emoji?: string | null
          graded?: boolean
          id?: string
          max_attempts?: number
          passing_score?: number
          published_version?: number | null
          row_version?: number
          shuffle?: boolean
          status?: "draft" | "published"
          time_limit?: number
          title?: string
          updated_at?: string
          video_id?: string | null
          withdrawn_at?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "tests_course_id_fkey"
            columns: ["course_id"]
            referencedRelation: "courses"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "tests_video_id_fkey"
            columns: ["video_id"]
            referencedRelation: "videos"
            referencedColumns: ["id"]
          },
        ]
      }
      user_achievements: {
        Row: {
          achievement_id: string
          completed: boolean
          completed_at: string | null
          created_at: string
          current_value: number
          updated_at: string
          user_id: string
        }
        Insert: {
          achievement_id: string
          completed?: boolean
          completed_at?: string | null
          created_at?: string
          current_value?: number
          updated_at?: string
          user_id: string
        }
        Update: {
          achievement_id?: string
          completed?: boolean
          completed_at?: string | null
          created_at?: string
          current_value?: number
          updated_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "user_achievements_achievement_id_fkey"
            columns: ["achievement_id"]
            referencedRelation: "achievements"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "user_achievements_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "user_achievements_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
        ]
      }
      user_activity: {
        Row: {
          active_on: string
          counted: boolean
          created_at: string
          user_id: string
        }
        Insert: {
          active_on: string
          counted?: boolean
          created_at?: string
          user_id: string
        }
        Update: {
          active_on?: string
          counted?: boolean
          created_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "user_activity_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "user_activity_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
        ]
      }
      user_bookmarks: {
        Row: {
          created_at: string
          user_id: string
          video_id: string
        }
        Insert: {
          created_at?: string
          user_id: string
          video_id: string
        }
        Update: {
          created_at?: string
          user_id?: string
          video_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "user_bookmarks_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "user_bookmarks_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "user_bookmarks_video_id_fkey"
            columns: ["video_id"]
            referencedRelation: "videos"
            referencedColumns: ["id"]
          },
        ]
      }
      user_cart: {
        Row: {
          created_at: string
          product_id: string
          quantity: number
          updated_at: string
          user_id: string
        }
        Insert: {
          created_at?: string
          product_id: string
          quantity: number
          updated_at?: string
          user_id: string
        }
        Update: {
          created_at?: string
          product_id?: string
          quantity?: number
          updated_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "user_cart_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "user_cart_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "user_cart_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
        ]
      }
      user_certificates: {
        Row: {
          certificate_id: string
          completed: boolean
          completed_at: string | null
          completed_requirements: string[]
          created_at: string
          drawing: Json | null
          progress_percentage: number
          updated_at: string
          user_id: string
        }
        Insert: {
          certificate_id: string
          completed?: boolean
          completed_at?: string | null
          completed_requirements?: string[]
          created_at?: string
          drawing?: Json | null
          progress_percentage?: number
          updated_at?: string
          user_id: string
        }
        Update: {
          certificate_id?: string
          completed?: boolean
          completed_at?: string | null
          completed_requirements?: string[]
          created_at?: string
          drawing?: Json | null
          progress_percentage?: number
          updated_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "user_certificates_certificate_id_fkey"
            columns: ["certificate_id"]
            referencedRelation: "certificates"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "user_certificates_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "user_certificates_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
        ]
      }
      user_push_tokens: {
        Row: {
          created_at: string
          fcm_token: string
          id: string
          platform: "android" | "ios" | "web"
          session_id: string | null
          updated_at: string
          user_id: string
        }
        Insert: {
          created_at?: string
          fcm_token: string
          id?: string
          platform: "android" | "ios" | "web"
          session_id?: string | null
          updated_at?: string
          user_id: string
        }
        Update: {
          created_at?: string
          fcm_token?: string
          id?: string
          platform?: "android" | "ios" | "web"
          session_id?: string | null
          updated_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "user_push_tokens_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "user_push_tokens_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
        ]
      }
      user_streaks: {
        Row: {
          current_streak: number
          last_active: string | null
          longest_streak: number
          updated_at: string
          user_id: string
        }
        Insert: {
          current_streak?: number
          last_active?: string | null
          longest_streak?: number
          updated_at?: string
          user_id: string
        }
        Update: {
          current_streak?: number
          last_active?: string | null
          longest_streak?: number
          updated_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "user_streaks_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "user_streaks_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
        ]
      }
      user_subscriptions: {
        Row: {
          billing_period: "monthly" | "yearly" | null
          cancel_at_period_end: boolean
          created_at: string
          current_period_end: string | null
          email: string
          granted_at: string | null
          granted_by: string | null
          granted_plan: "pro" | "premium" | null
          granted_until: string | null
          has_premium_plan: boolean
          has_pro_plan: boolean
          id: string
          paid_ended_at: string | null
          paid_plan: "pro" | "premium" | null
          premium_ended_at: string | null
          row_version: number
          status: string | null
          subscription_id: string | null
          trial_ends_at: string | null
          updated_at: string
          user_id: string | null
        }
        Insert: {
          billing_period?: "monthly" | "yearly" | null
          cancel_at_period_end?: boolean
          created_at?: string
          current_period_end?: string | null
          email: string
          granted_at?: string | null
          granted_by?: string | null
          granted_plan?: "pro" | "premium" | null
          granted_until?: string | null
          has_premium_plan?: boolean
          has_pro_plan?: boolean
          id?: string
          paid_ended_at?: string | null
          paid_plan?: "pro" | "premium" | null
          premium_ended_at?: string | null
          row_version?: number
          status?: string | null
          subscription_id?: string | null
          trial_ends_at?: string | null
          updated_at?: string
          user_id?: string | null
        }
        Update: {
          billing_period?: "monthly" | "yearly" | null
          cancel_at_period_end?: boolean
          created_at?: string
          current_period_end?: string | null
          email?: string
          granted_at?: string | null
          granted_by?: string | null
          granted_plan?: "pro" | "premium" | null
          granted_until?: string | null
          has_premium_plan?: boolean
          has_pro_plan?: boolean
          id?: string
          paid_ended_at?: string | null
          paid_plan?: "pro" | "premium" | null
          premium_ended_at?: string | null
          row_version?: number
          status?: string | null
          subscription_id?: string | null
          trial_ends_at?: string | null
          updated_at?: string
          user_id?: string | null
        }
        Relationships: []
      }
      video_comments: {
        Row: {
          content: string
          created_at: string
          deleted_at: string | null
          id: string
          parent_id: string | null
          position: number | null
          user_id: string
          video_id: string
        }
        Insert: {
          content: string
          created_at?: string
          deleted_at?: string | null
          id?: string
          parent_id?: string | null
          position?: number | null
          user_id: string
          video_id: string
        }
        Update: {
          content?: string
          created_at?: string
          deleted_at?: string | null
          id?: string
          parent_id?: string | null
          position?: number | null
          user_id?: string
          video_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "video_comments_parent_id_fkey"
            columns: ["parent_id"]
            referencedRelation: "video_comments"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "video_comments_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "video_comments_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "video_comments_video_id_fkey"
            columns: ["video_id"]
            referencedRelation: "videos"
            referencedColumns: ["id"]
          },
        ]
      }
      video_likes: {
        Row: {
          created_at: string
          user_id: string
          video_id: string
        }
        Insert: {
          created_at?: string
          user_id: string
          video_id: string
        }
        Update: {
          created_at?: string
          user_id?: string
          video_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "video_likes_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "video_likes_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "video_likes_video_id_fkey"
            columns: ["video_id"]
            referencedRelation: "videos"
            referencedColumns: ["id"]
          },
        ]
      }
      video_resources: {
        Row: {
          course_resource_id: string | null
          created_at: string
          deleted_at: string | null
          file_name: string
          file_size: number | null
          file_type: string | null
          file_url: string
          id: string
          row_version: number
          title: string
          video_id: string
        }
        Insert: {
          course_resource_id?: string | null
          created_at?: string
          deleted_at?: string | null
          file_name: string
          file_size?: number | null
          file_type?: string | null
          file_url: string
          id?: string
          row_version?: number
          title: string
          video_id: string
        }
        Update: {
          course_resource_id?: string | null
          created_at?: string
          deleted_at?: string | null
          file_name?: string
          file_size?: number | null
          file_type?: string | null
          file_url?: string
          id?: string
          row_version?: number
          title?: string
          video_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "video_resources_course_resource_id_fkey"
            columns: ["course_resource_id"]
            referencedRelation: "course_resources"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "video_resources_video_id_fkey"
            columns: ["video_id"]
            referencedRelation: "videos"
            referencedColumns: ["id"]
          },
        ]
      }
      video_stats: {
        Row: {
          comments_count: number
          likes_count: number
          updated_at: string
          video_id: string
        }
        Insert: {
          comments_count?: number
          likes_count?: number
          updated_at?: string
          video_id: string
        }
        Update: {
          comments_count?: number
          likes_count?: number
          updated_at?: string
          video_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "video_stats_video_id_fkey"
            columns: ["video_id"]
            referencedRelation: "videos"
            referencedColumns: ["id"]
          },
        ]
      }
      videos: {
        Row: {
          captions: string | null
          chapters: string | null
          course_id: string
          created_at: string
          deleted_at: string | null
          description: string | null
          duration_seconds: number
          id: string
          is_free_preview: boolean
          media_bytes: number | null
          order_position: number
          row_version: number
          status: "draft" | "published"
          thumbnail_url: string | null
          title: string
          updated_at: string
          video_url: string | null
          withdrawn_at: string | null
        }
        Insert: {
          captions?: string | null
          chapters?: string | null
          course_id: string
          created_at?: string
          deleted_at?: string | null
          description?: string | null
          duration_seconds?: number
          id?: string
          is_free_preview?: boolean
          media_bytes?: number | null
          order_position?: number
          row_version?: number
          status?: "draft" | "published"
          thumbnail_url?: string | null
          title: string
          updated_at?: string
          video_url?: string | null
          withdrawn_at?: string | null
        }
        Update: {
          captions?: string | null
          chapters?: string | null
          course_id?: string
          created_at?: string
          deleted_at?: string | null
          description?: string | null
          duration_seconds?: number
          id?: string
          is_free_preview?: boolean
          media_bytes?: number | null
          order_position?: number
          row_version?: number
          status?: "draft" | "published"
          thumbnail_url?: string | null
          title?: string
          updated_at?: string
          video_url?: string | null
          withdrawn_at?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "videos_course_id_fkey"
            columns: ["course_id"]
            referencedRelation: "courses"
            referencedColumns: ["id"]
          },
        ]
      }
    }
    Views: {
      users: {
        Row: {
          created_at: string | null
          email: string | null
          has_premium_plan: boolean | null
          has_pro_plan: boolean | null
          id: string | null
          last_sign_in_at: string | null
          user_metadata: Json | null
        }
        Relationships: []
      }
    }
    Functions: {
      accounts_to_erase: { Args: Record<PropertyKey, never>; Returns: Json }
      add_certificate_keys: { Args: { p_keys: Json }; Returns: undefined }
      admin_activity: { Args: { p_limit?: number }; Returns: Json }
      admin_audit_entries: {
        Args: {
          p_from?: string
          p_page?: number
          p_search?: string
          p_size?: number
          p_table?: string
          p_to?: string
        }
        Returns: Json
      }
      admin_client_errors: {
        Args: { p_page?: number; p_size?: number }
        Returns: Json
      }
      admin_contact_requests: {
        Args: {
          p_page?: number
          p_search?: string
          p_size?: number
          p_state?: string
        }
        Returns: Json
      }
      admin_dashboard: { Args: Record<PropertyKey, never>; Returns: Json }
      admin_issued: {
        Args: { p_page?: number; p_search?: string; p_size?: number }
        Returns: Json
      }
      admin_payments: {
        Args: {
          p_from?: string
          p_page?: number
          p_search?: string
          p_size?: number
          p_status?: string
          p_to?: string
        }
        Returns: Json
      }
      admin_people_counts: { Args: Record<PropertyKey, never>; Returns: Json }
      admin_registrations: {
        Args: {
          p_event?: string
          p_page?: number
          p_search?: string
          p_size?: number
          p_status?: string
        }
        Returns: Json
      }
      admin_sends: { Args: { p_page?: number; p_size?: number }; Returns: Json }
      admin_trash: { Args: { p_page?: number; p_size?: number }; Returns: Json }
      admin_users: {
        Args: {
          p_filter?: string
          p_page?: number
          p_search?: string
          p_size?: number
        }
        Returns: Json
      }
      billing_account: {
        Args: { p_email: string; p_user: string }
        Returns: Json
      }
      billing_apply: {
        Args: {
          p_event: string
          p_invoices: Json
          p_subscription: Json
          p_ticket: number
          p_type: string
        }
        Returns: string
      }
      billing_begin: { Args: { p_event: string }; Returns: Json }
      billing_company_save: {
        Args: { p_company: Json; p_user: string }
        Returns: Json
      }
      billing_history: {
        Args: { p_limit: number; p_offset: number; p_user: string }
        Returns: Json
      }
      billing_orphans: { Args: Record<PropertyKey, never>; Returns: Json }
      billing_repeated_trials: {
        Args: Record<PropertyKey, never>
        Returns: Json
      }
      billing_test_read: {
        Args: { p_due: string; p_id: string; p_kind: string; p_owner: string }
        Returns: Json
      }
      billing_test_save: { Args: { p_rows: Json }; Returns: boolean }
      block_account: {
        Args: { p_blocked: boolean; p_user: string }
        Returns: undefined
      }
      certificate_key_set: { Args: Record<PropertyKey, never>; Returns: Json }
      certificates_to_sign: { Args: Record<PropertyKey, never>; Returns: Json }
      console_access: { Args: Record<PropertyKey, never>; Returns: string }
      course_checklist: { Args: { p_course: string }; Returns: Json }
      create_recovery_codes: {
        Args: Record<PropertyKey, never>
        Returns: string[]
      }
      decide_report: {
        Args: { p_comment: string; p_decision: string }
        Returns: undefined
      }
      duplicate_course: {
        Args: { p_course: string; p_id: string }
        Returns: Json
      }
      end_notification_retention: {
        Args: Record<PropertyKey, never>
        Returns: number
      }
      end_plan_grants: { Args: Record<PropertyKey, never>; Returns: number }
      end_session: { Args: { p_session: string }; Returns: boolean }
      erase_account: { Args: { p_user: string }; Returns: boolean }
      event_join_link: { Args: { p_event: string }; Returns: string }
      fan_out_notifications: { Args: { p_limit?: number }; Returns: Json }
      forget_released_files: { Args: { p_files: Json }; Returns: undefined }
      get_user_achievements: {
        Args: { p_user_id: string }
        Returns: {
          achievement_id: string
          completed: boolean
          completed_at: string
          current_value: number
          description: string
          icon: string
          name: string
          points: number
          progress_percentage: number
          target_value: number
        }[]
      }
      give_consents: {
        Args: { p_occasion: string; p_versions: Json }
        Returns: undefined
      }
      grant_plan: {
        Args: {
          p_plan: string
          p_until: string
          p_user: string
          p_version?: number
        }
        Returns: undefined
      }
      has_plan: { Args: { p_plan: string }; Returns: boolean }
      is_admin: { Args: Record<PropertyKey, never>; Returns: boolean }
      is_super_admin: { Args: Record<PropertyKey, never>; Returns: boolean }
      issued_certificate: { Args: { p_serial: string }; Returns: Json }
      job_begin: {
        Args: { p_lease_ms: number; p_name: string; p_pause_ms: number }
        Returns: Json
      }
      job_finish: {
        Args: {
          p_duration_ms: number
          p_error: string
          p_name: string
          p_run: number
        }
        Returns: undefined
      }
      job_runs: { Args: Record<PropertyKey, never>; Returns: Json }
      learners_inside: {
        Args: { p_id: string; p_table: string }
        Returns: number
      }
      mark_admin_activity: { Args: { p_until: string }; Returns: undefined }
      may_share_file: {
        Args: { p_bucket: string; p_name: string; p_plan: string }
        Returns: boolean
      }
      move_to_trash: {
        Args: { p_id: string; p_table: string; p_version?: number }
        Returns: Json
      }
      my_address: { Args: Record<PropertyKey, never>; Returns: Json }
      my_sessions: { Args: Record<PropertyKey, never>; Returns: Json }
      note_admin_action: {
        Args: { p_action: string; p_count?: number; p_subject: string }
        Returns: undefined
      }
      note_device: { Args: { p_agent: string }; Returns: undefined }
      note_editing: {
        Args: { p_editing?: boolean; p_id: string; p_table: string }
        Returns: Json
      }
      preview_course: {
        Args: { p_course: string; p_plan: string }
        Returns: Json
      }
      publish_course: {
        Args: {
          p_course: string
          p_status: string
          p_version: number
          p_with_lessons?: boolean
        }
        Returns: Json
      }
      publish_test: {
        Args: { p_test: string; p_version: number }
        Returns: Json
      }
      purge_trash: { Args: Record<PropertyKey, never>; Returns: number }
      push_claim: {
        Args: { p_lease_ms: number; p_limit: number }
        Returns: Json
      }
      push_cleanup: { Args: Record<PropertyKey, never>; Returns: undefined }
      push_devices_of: {
        Args: { p_caller: string; p_user: string }
        Returns: Json
      }
      push_report: { Args: { p_results: Json }; Returns: undefined }
      push_send: {
        Args: {
          p_caller: string
          p_message: Json
          p_notification: string
          p_users: string[]
        }
        Returns: Json
      }
      push_stats: { Args: { p_caller: string }; Returns: Json }
      queue_push_reminders: {
        Args: Record<PropertyKey, never>
        Returns: number
      }
      register_for_event: {
        Args: { p_event_id: string; p_user_id: string }
        Returns: undefined
      }
      register_push_device: {
        Args: {
          p_device: string
          p_platform: string
          p_time_zone: string
          p_token: string
        }
        Returns: string
      }
      reissue_certificate: {
        Args: { p_certificate_id: string }
        Returns: string
      }
      released_files: { Args: { p_limit?: number }; Returns: Json }
      reorder_videos: {
        Args: { p_course: string; p_ids: string[] }
        Returns: Json
      }
      reply_to_contact_request: {
        Args: { p_answer?: string; p_id: string }
        Returns: Json
      }
      report_client_error: {
        Args: {
          p_build: string
          p_message: string
          p_route: string
          p_stack: string
        }
        Returns: undefined
      }
      reported_comments: {
        Args: { p_page?: number; p_size?: number }
        Returns: Json
      }
      republish_authors: { Args: { p_limit?: number }; Returns: number }
      request_account_deletion: {
        Args: Record<PropertyKey, never>
        Returns: string
      }
      restore: { Args: { p_id: string; p_table: string }; Returns: Json }
      revoke_certificate: {
        Args: { p_reason: string; p_serial: string }
        Returns: boolean
      }
      revoked_certificate_indexes: {
        Args: Record<PropertyKey, never>
        Returns: Json
      }
      save_certificate: {
        Args: {
          p_certificate: Json
          p_id: string
          p_requirements?: Json
          p_version: number
        }
        Returns: Json
      }
      save_course: {
        Args: { p_course: Json; p_id: string; p_version: number }
        Returns: Json
      }
      save_template: {
        Args: { p_course: string; p_id: string; p_name: string }
        Returns: Json
      }
      save_test: {
        Args: {
          p_id: string
          p_questions?: Json
          p_test: Json
          p_version: number
        }
        Returns: Json
      }
      schema_version: { Args: Record<PropertyKey, never>; Returns: string }
      send_billing_reminders: {
        Args: Record<PropertyKey, never>
        Returns: number
      }
      send_event_reminders: {
        Args: Record<PropertyKey, never>
        Returns: number
      }
      send_forms: { Args: { p_docs: Json; p_version?: number }; Returns: Json }
      send_notification: {
        Args: {
          p_id: string
          p_link?: string
          p_message: string
          p_mode?: string
          p_push?: boolean
          p_title: string
          p_type?: string
          p_users?: string[]
        }
        Returns: Json
      }
      server_time: { Args: Record<PropertyKey, never>; Returns: number }
      session_has_ended: { Args: { p_session: string }; Returns: boolean }
      set_push_hosts: { Args: { p_hosts: string[] }; Returns: undefined }
      set_user_plan: {
        Args: {
          p_premium: boolean
          p_pro: boolean
          p_until?: string
          p_user: string
          p_version?: number
        }
        Returns: Json
      }
      sign_certificate: {
        Args: {
          p_credential: string
          p_key_id: string
          p_seal: string
          p_serial: string
        }
        Returns: boolean
      }
      sync_pull: {
        Args: { p_cursors: Json; p_limit?: number; p_version?: number }
        Returns: Json
      }
      sync_push: { Args: { p_docs: Json; p_version?: number }; Returns: Json }
      sync_users: { Args: Record<PropertyKey, never>; Returns: Json }
      take_billing_mails: { Args: Record<PropertyKey, never>; Returns: Json }
      test_statistics: { Args: { p_test: string }; Returns: Json }
      track_test_completed: {
        Args: {
          p_score?: number
          p_test_id: string
          p_time?: number
          p_user_id: string
        }
        Returns: undefined
      }
      track_video_watched: {
        Args: { p_course_id?: string; p_user_id: string; p_video_id: string }
        Returns: undefined
      }
      unpublish_test: {
        Args: { p_test: string; p_version: number }
        Returns: Json
      }
      unregister_from_event: {
        Args: { p_event_id: string; p_user_id: string }
        Returns: undefined
      }
      unregister_push_device: { Args: { p_device: string }; Returns: undefined }
      update_achievement_progress: {
        Args: {
          p_achievement_type: string
          p_increment?: number
          p_user_id: string
        }
        Returns: number
      }
      update_certificate_progress: {
        Args: { p_score?: number; p_test_id: string; p_user_id: string }
        Returns: undefined
      }
      use_recovery_code: { Args: { p_code: string }; Returns: string }
      video_statistics: { Args: { p_video: string }; Returns: Json }
      withdraw_account_deletion: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      withdraw_notification: { Args: { p_id: string }; Returns: Json }
    }
    Enums: {
      [_ in never]: never
    }
    CompositeTypes: {
      [_ in never]: never
    }
  }
}

type DatabaseWithoutInternals = Omit<Database, "__InternalSupabase">

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, "public">]

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])
    : never) = never,
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
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never) = never,
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
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never) = never,
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
  EnumName extends (DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"]
    : never) = never,
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
  CompositeTypeName extends (PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"]
    : never) = never,
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
