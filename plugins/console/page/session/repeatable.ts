/** Returns a function that creates a request anew each time it is to be sent. */
export async function repeatable(request: Request): Promise<() => Request> {
  const type = request.headers.get('Content-Type')
  if (type === null || type.startsWith('application/json')) return () => request.clone()
  const body = await request.blob() // which browsers may keep on disk; a clone would be in memory
  return () => new Request(request, { body })
}
