/**
 * Turns the adapter's lightweight request into a platform Request, which alone may be passed on. Its body is read once, as a stream.
 * `url` and `headers` replace those of the caller.
 */
export function plainRequest(
  request: Request,
  body: BodyInit | null = request.body,
  { url = request.url, headers = request.headers }: { url?: string; headers?: Headers } = {},
): Request {
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  return new Request(url, { method: request.method, headers, ...(hasBody ? { body, duplex: 'half' } : {}) });
}
