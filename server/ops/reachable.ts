// Whether others than this machine may reach the server, by its environment variables.

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|localhost|\[?::1\]?)$/;

/** True if the URL may name a host other than this machine. An unreadable URL may name any host. */
function isElsewhere(databaseUrl: string): boolean {
  if (!URL.canParse(databaseUrl)) return true;
  const { hostname, searchParams } = new URL(databaseUrl);
  return [hostname, ...searchParams.getAll('host')].some((host) => !LOOPBACK.test(host));
}

/** Names of the set variables that open this server to the network or mark it as a production server. */
export function reachableBy(env: NodeJS.ProcessEnv): string | undefined {
  const { HOST, TRUST_PROXY, ALLOWED_ORIGINS, DATABASE_URL, STRIPE_SECRET_KEY } = env;
  const reasons = {
    HOST: HOST && !LOOPBACK.test(HOST),
    TRUST_PROXY: TRUST_PROXY === '1',
    ALLOWED_ORIGINS,
    DATABASE_URL: DATABASE_URL && isElsewhere(DATABASE_URL),
    STRIPE_SECRET_KEY,
  };
  return (
    Object.entries(reasons)
      .filter(([, set]) => set)
      .map(([name]) => name)
      .join(', ') || undefined
  );
}

export function hasLocalMailbox({
  HOST,
  TRUST_PROXY,
  ALLOWED_ORIGINS,
  PAYMENTS_URL,
  SMTP_URL,
}: NodeJS.ProcessEnv): boolean {
  return !((HOST && !LOOPBACK.test(HOST)) || TRUST_PROXY || ALLOWED_ORIGINS || PAYMENTS_URL || SMTP_URL);
}
