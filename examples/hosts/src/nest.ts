/**
 * Plinth in a Nest application on Express: a middleware, and a guard. Nest answers what `authenticate` throws with its
 * status by itself; the filter adds the code, and keeps it out of the log of errors.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  type ArgumentsHost,
  type CanActivate,
  Catch,
  Controller,
  type ExceptionFilter,
  type ExecutionContext,
  Get,
  Module,
  Req,
  UseGuards,
} from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import type { NestExpressApplication } from '@nestjs/platform-express'
import { ADMIN, type Authenticated, createPlinth, PlinthError } from '@plinth/service'

const plinth = createPlinth({ dataDir: process.env.DATA_DIR ?? './data', announce: console.log })
await plinth.start() // checks, migrates, boots; opens no port

type GuardedRequest = IncomingMessage & { caller: Authenticated }

class AdminsOnly implements CanActivate {
  async canActivate(context: ExecutionContext) {
    const request = context.switchToHttp().getRequest<GuardedRequest>()
    request.caller = await plinth.authenticate(request, { maxLevel: ADMIN })
    return true
  }
}

@Catch(PlinthError)
class Refusals implements ExceptionFilter {
  catch({ status, code, message }: PlinthError, host: ArgumentsHost) {
    const response = host.switchToHttp().getResponse<ServerResponse>()
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify({ code, message }))
  }
}

@Controller('machines')
class Machines {
  @Get()
  @UseGuards(AdminsOnly)
  list(@Req() { caller }: GuardedRequest) {
    return { machines: ['press', 'oven'], for: caller.kind === 'user' ? caller.username : caller.role.name }
  }
}

@Module({ controllers: [Machines] })
class Application {}

const app = await NestFactory.create<NestExpressApplication>(Application, { logger: ['warn', 'error'] })
app.useGlobalFilters(new Refusals())
app.use(plinth.handler) // before listen(): it answers below /api and hands everything else on
await app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1')
console.log('listening', app.getHttpServer().address())

process.once('SIGTERM', async () => {
  await Promise.all([app.close(), plinth.stop()]) // waits for requests under way
})
