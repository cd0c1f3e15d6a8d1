/** Turns the adapter's light request into one of the platform's own, which alone may be passed on; its body is read once, as a stream. */
export function plainRequest(request: Request, body: BodyInit | null = request.body): Request {
  const init = { method: request.method, headers: request.headers, body, duplex: 'half' };
  return new Request(
    request.url,
    request.method === 'GET' || request.method === 'HEAD' ? { method: request.method, headers: request.headers } : init,
  );
}
