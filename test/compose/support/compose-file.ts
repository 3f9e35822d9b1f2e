import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { REPO_ROOT } from '../../support/service-process.js'

/** The part of a service in `docker/compose.postgres.yaml` that the tests need. */
export interface ComposeService {
  readonly image: string
  readonly user?: string
  readonly command?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly secrets?: readonly string[]
  readonly networks: { readonly inside?: { readonly ipv4_address?: string } | null } | readonly string[]
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
  readonly healthcheck?: { readonly test: readonly string[] }
  readonly ports?: readonly string[]
  readonly restart: string
  readonly stop_signal?: NodeJS.Signals
  readonly stop_grace_period: string
  readonly pids_limit?: number
  readonly deploy: { readonly resources: { readonly limits: { readonly memory: string } } }
}

export interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>
  readonly secrets: Readonly<Record<string, { readonly file: string }>>
  readonly networks: { readonly inside: { readonly ipam: { readonly config: readonly { readonly subnet: string }[] } } }
}

/** Settings of the image. */
export interface ImageFile {
  readonly environment: Readonly<Record<string, string>>
  readonly healthcheck: readonly string[]
}

export const readDockerFile = (name: string) => readFile(join(REPO_ROOT, 'docker', name), 'utf8')

export async function readComposeFile(): Promise<ComposeFile> {
  return parse(await readDockerFile('compose.postgres.yaml'), { merge: true })
}

/** Reads the environment and the health check of the Dockerfile's last stage. */
export async function readImageFile(): Promise<ImageFile> {
  const text = await readDockerFile('Dockerfile')
  const [, variables] = found(text.match(/^ENV (.+)$/m), 'ENV')
  const [, command] = found(text.match(/^HEALTHCHECK .*CMD (\[.+\])$/m), 'HEALTHCHECK')
  return {
    environment: Object.fromEntries(
      String(variables)
        .split(' ')
        .map((pair) => pair.split('=')),
    ),
    healthcheck: JSON.parse(String(command)),
  }
}

function found(match: RegExpMatchArray | null, what: string): RegExpMatchArray {
  if (!match) throw new Error(`there is no ${what} in the Dockerfile`)
  return match
}
