import { execFile, spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'

/** The configuration of an image. */
export interface ImageConfig {
  readonly User: string
  readonly Env: readonly string[]
  readonly Entrypoint: readonly string[]
  readonly Cmd: readonly string[]
  readonly Labels: Readonly<Record<string, string>>
  readonly Volumes: Readonly<Record<string, object>>
  readonly ExposedPorts: Readonly<Record<string, object>>
  readonly Healthcheck: { readonly Test: readonly string[] }
}

/** The options of a container to run. */
export interface ContainerOptions {
  /** The folder that is mounted as /data, instead of that of the image. */
  readonly folder?: string
  readonly variables: Readonly<Record<string, string>>
  /** The arguments of the plinth command, instead of `serve`. */
  readonly args?: readonly string[]
  /** A command to run instead of plinth. */
  readonly command?: readonly string[]
  readonly readOnly: boolean
}

/** A program that runs containers, which share the network of the machine. */
export interface Engine {
  /** The command that runs a container until it ends. */
  commandOf(options: ContainerOptions, name: string): Promise<readonly [string, ...string[]]>
  /**
   * Sends SIGTERM to PID 1 of a container, or kills the entire container. `group` is the process group of the command
   * that runs it.
   */
  signal(name: string, group: number, signal: 'SIGTERM' | 'SIGKILL'): void
  config(): Promise<ImageConfig>
  /** Returns the size in bytes of an image including its base images. */
  sizeOf(image: string): Promise<number>
}

export const IMAGE = required('PLINTH_IMAGE')
export const BASE = 'node:24-bookworm-slim'

const docker: Engine = {
  async commandOf({ folder, variables, args = [], command, readOnly }, name) {
    const options = ['--rm', '--name', name, '--network', 'host']
    if (folder) options.push('--volume', `${folder}:/data`)
    for (const [key, value] of Object.entries(variables)) options.push('--env', `${key}=${value}`)
    if (readOnly) options.push('--read-only')
    if (command) options.push('--entrypoint', command[0] ?? '')
    return ['docker', 'run', ...options, IMAGE, ...(command?.slice(1) ?? args)]
  },
  signal: (name, _group, signal) => void spawnSync('docker', ['kill', '--signal', signal, name]),
  config: async () => JSON.parse(await output('docker', 'image', 'inspect', IMAGE))[0].Config,
  sizeOf: async (image) => Number(await output('docker', 'image', 'inspect', '--format', '{{.Size}}', image)),
}

/** Buildah and the tools in PLINTH_IMAGE_TOOLS, for machines without a Docker engine. */
const tools: Engine = {
  async commandOf({ folder, variables, args, command, readOnly }) {
    const fullCommand = command ?? (args && [...(await tools.config()).Entrypoint, ...args])
    return [
      resolve(required('PLINTH_IMAGE_TOOLS'), 'image-run'),
      ...(readOnly ? ['--read-only'] : []),
      IMAGE,
      ...Object.entries(variables).map(([key, value]) => `${key}=${value}`),
      ...(folder ? ['-v', `${folder}:/data`] : []),
      ...(fullCommand ? ['--', ...fullCommand] : []),
    ]
  },
  signal: (_name, group, signal) => void process.kill(signal === 'SIGKILL' ? -group : group, signal),
  config: async () => JSON.parse(await output('buildah', 'inspect', '--type', 'image', IMAGE)).Docker.config,
  async sizeOf(image) {
    const container = (await output('buildah', 'from', '--pull-never', image)).trim()
    const root = (await output('buildah', 'mount', container)).trim()
    const sizes = await output('du', '--summarize', '--bytes', '--one-file-system', root)
    await output('buildah', 'rm', container)
    return Number.parseInt(sizes, 10)
  },
}

export const engine = required('PLINTH_IMAGE_ENGINE') === 'docker' ? docker : tools

async function output(command: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, STORAGE_DRIVER: 'vfs', BUILDAH_ISOLATION: 'chroot' }
  return (await promisify(execFile)(command, args, { env, maxBuffer: 2 ** 26 })).stdout
}

function required(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: run docker/test`)
  return value
}
