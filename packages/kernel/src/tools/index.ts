/** Optional utilities for plugins. */
export { rejectAfter } from '../async/reject-after.js'
export { within } from '../async/within.js'
export { actorOf } from '../contracts/actor.js'
export { PluginFault } from '../errors/plugin-fault.js'
export { withoutSecrets } from '../errors/without-secrets.js'
export { type Check, compileCheck } from '../http/body/compile-check.js'
export { isStorable } from '../http/body/storable.js'
export { closeConnection } from '../http/edge/close-connection.js'
export { type LimitedServerOptions, limitedServer } from '../http/edge/limited-server.js'
export { checkPort, type ListenAddress, openPort } from '../http/edge/open-port.js'
export { type BrowserSession, DELETED_SESSION_COOKIE, keyWithPageKey, splitKey } from '../http/session-cookie.js'
export { bunyanLevel } from '../logging/levels.js'
export { LOG_NUMBERS, type LogNumber } from '../logging/log-settings.js'
export { callContribution } from '../plugins/call-contribution.js'
export { isFreshLogin } from '../security/is-fresh-login.js'
export { expectOrigin } from '../security/origin.js'
export { isLongerThan, truncate } from '../text/characters.js'
export { didYouMean } from '../text/did-you-mean.js'
export { canonicalName } from './canonical-name.js'
export { expectText } from './expect-text.js'
export { isoTime } from './iso-time.js'
export { KeyCheck } from './key-check.js'
export { keyDigest } from './key-digest.js'
export { LastUsed, type LastUsedOptions } from './last-used.js'
export {
  expectLoginName,
  expectOneName,
  type LoginName,
  loginKeyField,
  loginNameFields,
  loginNameIn,
} from './login-name-fields.js'
export { networkOf } from './network-of.js'
export { nextPageLink } from './next-page-link.js'
export { MAX_CODE_LENGTH, newOneTimeCode, readOneTimeCode } from './one-time-code.js'
export { Poll } from './poll.js'
export { ReadCache } from './read-cache.js'
export { SearchQueue } from './search-queue.js'
export { Sweeper, type SweeperOptions } from './sweeper.js'
export { usernameParams } from './username-params.js'
export { utcTime } from './utc-time.js'
