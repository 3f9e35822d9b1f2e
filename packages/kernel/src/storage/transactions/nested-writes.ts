import { AsyncLocalStorage } from 'node:async_hooks'

interface OpenWrite {
  readonly owner: object
  isOpen: boolean
}

/** The write of the current call chain. Only tests set it, because it makes every promise slower on Node 20. */
let current: AsyncLocalStorage<OpenWrite> | undefined

/** Makes every write of this process that is begun inside another one of the same database fail. For tests. */
export function refuseNestedWrites(): void {
  current ??= new AsyncLocalStorage()
}

/** Runs a write of the database `owner`. Throws if it is nested and `refuseNestedWrites` has been called. */
export async function notNested<T>(owner: object, write: () => Promise<T>): Promise<T> {
  if (!current) return write()
  const outer = current.getStore()
  if (outer?.isOpen && outer.owner === owner)
    throw new Error(
      'A write was begun inside another write, and would wait for it. Use the transaction of the outer write instead.',
    )
  const open: OpenWrite = { owner, isOpen: true }
  return current.run(open, write).finally(() => {
    open.isOpen = false
  })
}
