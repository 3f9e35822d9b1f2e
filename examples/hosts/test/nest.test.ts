import { type CanActivate, Controller, Get, Module } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import type { NestExpressApplication } from '@nestjs/platform-express'
import { ADMIN } from '@plinth/service'
import { TEST_PASSWORD } from '@plinth/testing'
import { expect } from 'chai'
import { clientOf, embeddedPlinth } from './support/embedded-plinth.js'

describe('Nest 12 around Plinth', () => {
  it('responds to an error of authenticate with its status and message, without a filter', async () => {
    const { plinth, clear } = await embeddedPlinth()
    await plinth.start()
    const app = await NestFactory.create<NestExpressApplication>(Application, { logger: false })
    app.useGlobalGuards({
      canActivate: (context) =>
        plinth.authenticate(context.switchToHttp().getRequest(), { maxLevel: ADMIN }).then(() => true),
    } satisfies CanActivate)
    app.use(plinth.handler)
    await app.listen(0, '127.0.0.1')
    const client = await clientOf(app.getHttpServer())

    const login = await client.post('/api/users/login', { username: 'sudo', password: TEST_PASSWORD })
    const responses = await Promise.all([
      client.get('/machines'),
      client.withKey('unknown').get('/machines'),
      client.withKey(login.body.apiKey).get('/machines'),
    ])

    await Promise.all([app.close(), clear()])
    const refused = { statusCode: 401, message: 'Token is missing or invalid' }
    expect(responses.map(({ status }) => status)).to.deep.equal([401, 401, 200])
    expect(responses.map(({ body }) => body)).to.deep.equal([refused, refused, ['press', 'oven']])
  })
})

class Machines {
  list() {
    return ['press', 'oven']
  }
}

class Application {}

// Calls the decorators as functions, because the tests are compiled without decorator syntax.
Get()(Machines.prototype, 'list', Object.getOwnPropertyDescriptor(Machines.prototype, 'list') as PropertyDescriptor)
Controller('machines')(Machines)
Module({ controllers: [Machines] })(Application)
