import { expect } from 'chai'
import type { ConsoleVisit } from './console-visit.js'
import { useConsole } from './use-console.js'

/** By object, the properties that Chromium 109 or Firefox 115 lack, the oldest browsers that the page supports. */
const LACKING: Readonly<Record<string, readonly string[]>> = {
  AbortSignal: ['any'],
  Array: ['fromAsync'],
  'Array.prototype': ['toReversed', 'toSorted', 'toSpliced', 'with'],
  'Document.prototype': ['startViewTransition'],
  'HTMLDialogElement.prototype': ['closedBy', 'requestClose'],
  'HTMLElement.prototype': ['hidePopover', 'popover', 'showPopover', 'togglePopover'],
  'Headers.prototype': ['getSetCookie'],
  Intl: ['DurationFormat', 'Segmenter'],
  'Iterator.prototype': [
    'drop',
    'every',
    'filter',
    'find',
    'flatMap',
    'forEach',
    'map',
    'reduce',
    'some',
    'take',
    'toArray',
  ],
  Map: ['groupBy'],
  'Map.prototype': ['getOrInsert', 'getOrInsertComputed'],
  Object: ['groupBy'],
  Promise: ['try', 'withResolvers'],
  ReadableStream: ['from'],
  'ReadableStream.prototype': ['values', 'Symbol.asyncIterator'],
  RegExp: ['escape'],
  'Response.prototype': ['bytes'],
  'Set.prototype': [
    ...['difference', 'intersection', 'isDisjointFrom', 'isSubsetOf', 'isSupersetOf', 'symmetricDifference', 'union'],
  ],
  'String.prototype': ['isWellFormed', 'toWellFormed'],
  URL: ['canParse', 'parse'],
  'URLSearchParams.prototype': ['size'],
  Uint8Array: ['fromBase64', 'fromHex'],
  'Uint8Array.prototype': ['toBase64', 'toHex'],
  globalThis: ['CloseWatcher', 'CompressionStream', 'DecompressionStream', 'Iterator', 'URLPattern', 'scheduler'],
}
const OLD_BROWSER = `for (const [path, names] of Object.entries(${JSON.stringify(LACKING)})) {
  const owner = path.split('.').reduce((owner, name) => owner?.[name], globalThis)
  for (const name of names) delete owner?.[name === 'Symbol.asyncIterator' ? Symbol.asyncIterator : name]
}`
const PAGES = [
  ...['overview', 'users', 'users?user=sudo', 'users?add=yes', 'roles', 'tokens', 'configuration'],
  ...['configuration?table=Roles', 'logging', 'audit', 'account'],
]

describe('the console in an old browser', () => {
  let visit: ConsoleVisit
  useConsole({}, async (opened) => {
    visit = opened.visit
    await visit.page.addInitScript(OLD_BROWSER)
    await visit.page.reload()
  })

  it('logs in and shows every page', async () => {
    await visit.logIn()
    for (const page of PAGES) {
      await visit.goTo(page)
      expect(await visit.page.getByRole('alert').count(), page).to.equal(0)
    }

    expect(visit.complaints).to.deep.equal([])
  })
})
