import { definePlugin, healthChecks, type KernelOptions } from '@plinth/kernel'
import type { HealthCheck } from '@plinth/kernel/contracts'
import { createStandardKernel, type StandardServices } from '@plinth/service'
import { forEachDatabase, startTestApp, type TestApp } from '@plinth/testing'
import { expect } from 'chai'

const MISTAKE =
  'The check of the plugin "ovens" returned neither a string nor undefined. Return undefined if it passes, otherwise the reason.'

class Oven implements HealthCheck {
  readonly name = 'oven'
  result: unknown

  async check() {
    return this.result as undefined
  }
}

describe('a health check of a plugin', () => {
  forEachDatabase((database) => {
    const oven = new Oven()
    const ovens = definePlugin()({ name: 'ovens', contributes: () => [healthChecks.of(oven)] })
    let app: TestApp<StandardServices>
    before(async () => {
      app = await startTestApp({
        database,
        kernel: (options: KernelOptions) => createStandardKernel(options).use(ovens),
      })
    })
    after(() => app.stop())

    for (const [result, reported] of [
      [undefined, { name: 'oven', ready: true }],
      ['It is cold.', { name: 'oven', ready: false, reason: 'It is cold.' }],
      [true, { name: 'oven', ready: false, reason: MISTAKE }],
      [null, { name: 'oven', ready: false, reason: MISTAKE }],
    ] as const) {
      it(`is ${reported.ready ? '' : 'not '}ready when it returns ${result}`, async () => {
        oven.result = result

        const { status, body } = await (await app.signIn('sudo')).get('/health/ready')

        expect(body.checks).to.deep.include(reported)
        expect(status).to.equal(reported.ready ? 200 : 503)
      })
    }
  })
})
