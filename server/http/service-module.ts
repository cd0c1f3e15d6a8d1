/** The interface of a module of the service port (billing, certificates, …), and the dependencies that it receives. */
import type { Context, Hono } from 'hono';
import type { ErrorCode, Guards, ServiceEnv } from './guards';

export interface OriginOptions {
  /** True if this origin may call the service under this host name. */
  mayCall: (origin: string, host: string) => boolean;
  /** The app's origin for requests that name no origin. */
  appOrigin: (host: string) => string;
  /** Public base URL of this port; undefined = the URL of the request. */
  publicUrl: string | undefined;
}

/** The URLs for a request: this server and the app. Rule: a caller cannot choose them freely. */
export interface Origins {
  /** Base URL of this port as the caller reaches it. */
  own: (c: Context) => string;
  /** Origin of the calling app; undefined if it may not call. */
  app: (c: Context) => string | undefined;
  /** Origin of the app for pages that a browser opens without an Origin header. */
  home: (c: Context) => string;
}

export interface ServiceDeps {
  guards: Guards;
  origins: Origins;
  now: () => number;
}

export interface ServiceModule {
  /** Routes with their own limits, body sizes and authentication: webhooks and pages. They run before the common checks. */
  open?: (deps: ServiceDeps) => Hono<ServiceEnv>;
  /** Routes behind the common checks: body size, limit per address, genuine token. */
  routes?: (deps: ServiceDeps) => Hono<ServiceEnv>;
  /** The response to an error that only this module can interpret; undefined for all other errors. */
  rejectionOf?: (error: Error) => { code: ErrorCode; message: string } | undefined;
}

const hostOf = (c: Context) => new URL(c.req.url).hostname;

export const isAllowedOrigin = ({ mayCall }: OriginOptions, origin: string, c: Context) => mayCall(origin, hostOf(c));

export function originsOf(options: OriginOptions): Origins {
  return {
    own: (c) => options.publicUrl ?? new URL(c.req.url).origin,
    app: (c) => {
      const origin = c.req.header('origin');
      if (origin === undefined) return options.appOrigin(hostOf(c));
      return isAllowedOrigin(options, origin, c) ? origin : undefined;
    },
    home: (c) => options.appOrigin(hostOf(c)),
  };
}
