import { accessRevocations, definePlugin, metrics } from '@plinth/kernel'
import type {
  AccountLocks,
  Credentials,
  DerivedKeys,
  RateLimiter,
  SessionRevoker,
  UserDirectory,
} from '@plinth/kernel/contracts'
import { CodeDigests } from './code-digests.js'
import { codeMetrics } from './code-metrics.js'
import { CodeRedemption } from './code-redemption.js'
import { CodeService } from './code-service.js'
import { CodeStore } from './code-store.js'
import { errors } from './errors.js'
import { migrations } from './migrations.js'
import { issueCode } from './routes/issue-code.js'
import { listCodes } from './routes/list-codes.js'
import { readCode } from './routes/read-code.js'
import { redeemCode } from './routes/redeem-code.js'
import { withdrawCode } from './routes/withdraw-code.js'
import { codesSettings } from './settings.js'

interface CodesDeps {
  readonly userDirectory: UserDirectory
  readonly credentials: Credentials
  readonly sessionRevoker: SessionRevoker
  readonly accountLocks: AccountLocks
  readonly rateLimiter: RateLimiter
  readonly derivedKeys: DerivedKeys
}

/** Services for other plugins and hosts. */
export interface CodesServices {
  readonly codeService: CodeService
  readonly codeRedemption: CodeRedemption
}

/** Issues and redeems one-time codes, with which users set a password that nobody else learns. */
export const codes = definePlugin<CodesDeps, CodesServices>()({
  name: 'codes',
  dependsOn: ['users', 'auth', 'tpt'],
  settings: codesSettings,
  errors,
  migrations,
  services: {
    codeStore: CodeStore,
    codeDigests: CodeDigests,
    codeService: CodeService,
    codeRedemption: CodeRedemption,
  },
  contributes: ({ codeRedemption, codeStore, clock }) => [
    ...codeMetrics(codeRedemption, codeStore, clock).map(metrics.of),
    accessRevocations.of({ revoke: (identifier, transaction) => codeStore.deleteOf(transaction, identifier) }),
  ],
  routes: ({ codeService, codeRedemption }) => [
    issueCode(codeService),
    listCodes(codeService),
    readCode(codeService),
    withdrawCode(codeService),
    redeemCode(codeRedemption),
  ],
  start: ({ codeService }) => codeService.start(),
  stop: ({ codeService }) => codeService.stop(),
})
