/**
 * Converts the Hono adapter's lightweight request to a platform Request, which can be forwarded. `url`, `headers` and `body` override those
 * of `request`. Without another `body`, the result takes over the body stream of `request`, which can be read only once.
 */
export function plainRequest(
  request: Request,
  body: BodyInit | null = request.body,
  { url = request.url, headers = request.headers }: { url?: string; headers?: Headers } = {},
): Request {
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  return new Request(url, { method: request.method, headers, ...(hasBody ? { body, duplex: 'half' } : {}) });
}
