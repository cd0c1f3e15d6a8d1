/**
 * Converts the adapter's lightweight request to a platform Request, the only form that can be forwarded. Its body is a stream that is read once.
 * `url` and `headers` override those of the caller.
 */
export function plainRequest(
  request: Request,
  body: BodyInit | null = request.body,
  { url = request.url, headers = request.headers }: { url?: string; headers?: Headers } = {},
): Request {
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  return new Request(url, { method: request.method, headers, ...(hasBody ? { body, duplex: 'half' } : {}) });
}
