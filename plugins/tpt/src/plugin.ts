import { authenticators, definePlugin, healthChecks, roleUses } from '@plinth/kernel'
import type { DerivedKeys, RoleDirectory } from '@plinth/kernel/contracts'
import { errors } from './errors.js'
import { HkdfKeys } from './hkdf-keys.js'
import { migrations } from './migrations.js'
import { createTpt } from './routes/create-tpt.js'
import { listTpts } from './routes/list-tpts.js'
import { revokeTpt } from './routes/revoke-tpt.js'
import { tptSettings } from './settings.js'
import { SharedSigningKey } from './shared-signing-key.js'
import { SigningKeyStore } from './signing-key-store.js'
import { TokenSigner } from './token-signer.js'
import { TptService } from './tpt-service.js'
import { TptStore } from './tpt-store.js'

/** Services for other plugins and hosts. */
export interface TptServices {
  readonly tptService: TptService
  readonly signingKey: SharedSigningKey
  readonly derivedKeys: DerivedKeys
}

/** Issues and accepts third-party tokens, which give a role to another system. */
export const tpt = definePlugin<{ roleDirectory: RoleDirectory }, TptServices>()({
  name: 'tpt',
  dependsOn: ['users'],
  settings: tptSettings,
  errors,
  migrations,
  services: {
    tokenSigner: TokenSigner,
    signingKeyStore: SigningKeyStore,
    signingKey: SharedSigningKey,
    tptStore: TptStore,
    tptService: TptService,
    derivedKeys: HkdfKeys,
  },
  contributes: ({ tptService, signingKey }) => [
    healthChecks.of({ name: 'signing key', check: () => signingKey.problem() }),
    authenticators.of({
      name: 'third-party tokens',
      authenticate: (key) => tptService.authenticate(key),
      confirm: (principal, transaction) => tptService.confirm(principal, transaction),
    }),
    roleUses.of(tptService.roleUse),
  ],
  routes: ({ tptService }) => [createTpt(tptService), listTpts(tptService), revokeTpt(tptService)],
  start: async ({ tptService, signingKey }) => {
    await signingKey.start()
    tptService.start()
  },
  stop: ({ tptService }) => tptService.stop(),
})
