/** Whether an error of a connection to a socket means that nobody takes tasks there. */
export function isNobodyThere(error: unknown): boolean {
  const { code = '' } = error as { code?: string }
  return ['ENOENT', 'ECONNREFUSED', 'EINVAL'].includes(code)
}
