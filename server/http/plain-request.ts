/**
 * Converts the Hono adapter's lightweight request to a platform Request, which can be forwarded. Its body is a stream that can be read once.
 * `url` and `headers` override those of `request`.
 */
export function plainRequest(
  request: Request,
  body: BodyInit | null = request.body,
  { url = request.url, headers = request.headers }: { url?: string; headers?: Headers } = {},
): Request {
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  return new Request(url, { method: request.method, headers, ...(hasBody ? { body, duplex: 'half' } : {}) });
}
