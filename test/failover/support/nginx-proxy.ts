import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, TestClient, until } from '@plinth/testing'
import { REPO_ROOT } from '../../support/service-process.js'
import { ServerProcess } from './server-process.js'

/** nginx with `docker/nginx.conf`, of which only addresses and folders are changed. */
export class NginxProxy {
  readonly url: string
  readonly #folder: string
  readonly #nginx: ServerProcess

  /** Starts nginx in front of two replicas, and waits until it responds. */
  static async start(replicas: readonly [URL, URL]): Promise<NginxProxy> {
    const folder = await mkdtemp(join(tmpdir(), 'plinth-proxy-'))
    await chmod(folder, 0o777) // nginx runs as another user when the tests run as root
    const port = await freePort()
    const text = await readFile(join(REPO_ROOT, 'docker/nginx.conf'), 'utf8')
    const file = join(folder, 'nginx.conf')
    await writeFile(
      file,
      text
        .replaceAll('listen 8050;', `listen 127.0.0.1:${port};`)
        .replaceAll('plinth-1:8050', replicas[0].host)
        .replaceAll('plinth-2:8050', replicas[1].host)
        .replaceAll('/tmp/', `${folder}/`),
    )
    const nginx = new ServerProcess('nginx', ['-e', 'stderr', '-c', file, '-g', 'daemon off;'])
    const proxy = new NginxProxy(`http://127.0.0.1:${port}/api`, folder, nginx)
    await until(() => proxy.#isUp())
    return proxy
  }

  private constructor(url: string, folder: string, nginx: ServerProcess) {
    this.url = url
    this.#folder = folder
    this.#nginx = nginx
  }

  /** What nginx reports, such as replicas that did not respond. */
  get output(): string {
    return this.#nginx.output
  }

  async stop(): Promise<void> {
    await this.#nginx.end('SIGTERM')
    await rm(this.#folder, { recursive: true, force: true })
  }

  #isUp(): Promise<boolean> {
    return new TestClient(this.url).get('/health/live').then(
      ({ status }) => status === 200,
      () => false,
    )
  }
}
