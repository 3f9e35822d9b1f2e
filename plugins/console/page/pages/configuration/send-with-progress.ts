/**
 * Returns a function that sends a request like fetch, but also reports how much of the body was sent: a fraction from
 * 0 to 1.
 */
export const sendWithProgress =
  (onProgress: (sentFraction: number) => void) =>
  async (request: Request): Promise<Response> => {
    const body = await request.blob()
    request.signal.throwIfAborted()
    return new Promise((resolve, reject) => {
      const transfer = new XMLHttpRequest()
      transfer.open(request.method, request.url)
      transfer.responseType = 'blob'
      request.headers.forEach((value, name) => {
        transfer.setRequestHeader(name, value)
      })
      transfer.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0)
      transfer.onload = () => resolve(responseOf(transfer))
      transfer.onerror = () => reject(new TypeError('The request failed.'))
      transfer.onabort = () => reject(request.signal.reason)
      request.signal.addEventListener('abort', () => transfer.abort())
      transfer.send(body)
    })
  }

function responseOf(transfer: XMLHttpRequest): Response {
  const lines = transfer.getAllResponseHeaders().trim().split(/\r\n/)
  const headers = lines.map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string])
  return new Response(transfer.response as Blob, { status: transfer.status, headers })
}
