import { useLanguage } from '../language/language-context.js'
import { SERVICE_URL } from '../session/own-service.js'
import { CopyButton } from './copy-button.js'

interface CurlProps {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path below the base path. For several paths there is one command each. */
  readonly path: string | readonly string[]
  readonly body?: object
  /** The name of a file to upload. */
  readonly file?: string
  /** The entity tag of the resource that is changed. */
  readonly ifMatch?: string
  /** The key to send. Default: the value that the shell variable `key` already has. */
  readonly apiKey?: string
}

/** The request of a page or dialog as a shell command with curl. Passwords are not shown. */
export const Curl = ({ apiKey, path, ...request }: CurlProps) => {
  const { text } = useLanguage()
  const commands = [path].flat().map((one) => curlOf({ ...request, path: one }))
  const command = [...(apiKey ? [`key=${apiKey}`] : []), ...commands].join('\n')
  return (
    <details class="curl">
      <summary>{text.withCurl}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <pre tabIndex={0}>{command}</pre>
      <CopyButton value={command} />
    </details>
  )
}

/** Returns the command. The key comes from the shell variable `key`, and `…` stands for a password. */
function curlOf({ method, path, body, file, ifMatch }: Omit<CurlProps, 'apiKey'> & { readonly path: string }): string {
  const lines = [
    `curl -sS${method === 'GET' ? '' : ` -X ${method}`} ${quoted(SERVICE_URL + path)}`,
    `-H "X-API-KEY: $key"`,
  ]
  if (ifMatch !== undefined) lines.push(`-H ${quoted(`If-Match: ${ifMatch}`)}`)
  if (body) lines.push(`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(withoutPasswords(body)))}`)
  if (file !== undefined) lines.push(`-F ${quoted(`file=@${file}`)}`)
  return lines.join(' \\\n  ')
}

const quoted = (value: string) => `'${value.replaceAll("'", `'\\''`)}'`

function withoutPasswords(body: object): object {
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, /password/.test(name) ? '…' : value]))
}
