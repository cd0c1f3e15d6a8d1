/// <reference types="vite/client" />

interface ImportMetaEnv {
  readonly VITE_SUPABASE_URL?: string;
  readonly VITE_SUPABASE_KEY?: string;
  readonly VITE_PAYMENTS_URL?: string;
  /** The public address of the product, for links that open the native app. */
  readonly VITE_PUBLIC_ORIGIN?: string;
}
