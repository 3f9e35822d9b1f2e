/** Returns a function that returns a new copy of a request at each call, so that the request can be sent again. */
export async function repeatable(request: Request): Promise<() => Request> {
  const type = request.headers.get('Content-Type')
  if (type === null || type.startsWith('application/json')) return () => request.clone()
  const body = await request.blob() // which browsers may keep on disk; a clone would be in memory
  return () => new Request(request, { body })
}
