/**
 * Plinth in a Nest application on Express: a module that starts and stops Plinth, a middleware, and a guard. Nest
 * itself sends only the status and message of an error of `authenticate`. The filter adds the code and the headers, and
 * keeps the error out of the log.
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
  Global,
  Inject,
  Module,
  type OnApplicationShutdown,
  Req,
  UseGuards,
} from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import type { NestExpressApplication } from '@nestjs/platform-express'
import { ADMIN, type Authenticated, createPlinth, type Plinth, PlinthError } from '@plinth/service'

const PLINTH = Symbol('Plinth')

async function startPlinth(): Promise<Plinth> {
  const plinth = createPlinth({ dataDir: process.env.DATA_DIR ?? './data', announce: console.log })
  await plinth.start() // checks the settings, migrates the database and starts the plugins; opens no port
  return plinth
}

@Global()
@Module({ providers: [{ provide: PLINTH, useFactory: startPlinth }], exports: [PLINTH] })
class PlinthModule implements OnApplicationShutdown {
  readonly #plinth: Plinth

  constructor(@Inject(PLINTH) plinth: Plinth) {
    this.#plinth = plinth
  }

  /** Nest calls this after the last request, so that requests can use Plinth until their end. */
  onApplicationShutdown() {
    return this.#plinth.stop()
  }
}

type GuardedRequest = IncomingMessage & { caller: Authenticated }

class AdminsOnly implements CanActivate {
  readonly #plinth: Plinth

  constructor(@Inject(PLINTH) plinth: Plinth) {
    this.#plinth = plinth
  }

  async canActivate(context: ExecutionContext) {
    const request = context.switchToHttp().getRequest<GuardedRequest>()
    request.caller = await this.#plinth.authenticate(request, { maxLevel: ADMIN })
    return true
  }
}

@Catch(PlinthError)
class PlinthErrorFilter implements ExceptionFilter {
  catch(error: PlinthError, host: ArgumentsHost) {
    const response = host.switchToHttp().getResponse<ServerResponse>()
    response.writeHead(error.status, { ...error.headers, 'Content-Type': 'application/json' })
    response.end(JSON.stringify(error)) // its JSON is the error body of the REST API
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

@Module({ imports: [PlinthModule], controllers: [Machines] })
class Application {}

const app = await NestFactory.create<NestExpressApplication>(Application, { logger: ['warn', 'error'] })
app.useGlobalFilters(new PlinthErrorFilter())
app.use(app.get<Plinth>(PLINTH).handler) // before listen(); handles requests below /api and passes the others on
await app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1')
console.log('listening', app.getHttpServer().address())

process.once('SIGTERM', async () => {
  setTimeout(() => app.getHttpServer().closeAllConnections(), 8_000).unref() // of clients that send nothing
  await app.close() // waits for running requests
})
