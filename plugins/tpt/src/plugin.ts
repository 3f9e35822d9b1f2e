import { authenticators, definePlugin, type RoleDirectory } from '@plinth/kernel'
import { errors } from './errors.js'
import { migrations } from './migrations.js'
import { createTpt } from './routes/create-tpt.js'
import { listTpts } from './routes/list-tpts.js'
import { revokeTpt } from './routes/revoke-tpt.js'
import { tptSettings } from './settings.js'
import { TokenSigner } from './token-signer.js'
import { TptService } from './tpt-service.js'
import { TptStore } from './tpt-store.js'

/** What other plugins and hosts may use. */
export interface TptServices {
  readonly tptService: TptService
}

/** Third-party tokens: hand a role to another system, and accept such tokens. */
export const tpt = definePlugin<{ roleDirectory: RoleDirectory }, TptServices>()({
  name: 'tpt',
  dependsOn: ['users'],
  config: tptSettings,
  errors,
  migrations,
  services: { tokenSigner: TokenSigner, tptStore: TptStore, tptService: TptService },
  contributes: ({ tptService }) => [
    authenticators.of({ name: 'third-party tokens', authenticate: (key) => tptService.authenticate(key) }),
  ],
  routes: ({ tptService }) => [createTpt(tptService), listTpts(tptService), revokeTpt(tptService)],
  start: ({ tptService }) => tptService.start(),
  stop: ({ tptService }) => tptService.stop(),
})
