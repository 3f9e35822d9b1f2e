import { useEffect, useRef, useState } from 'preact/hooks'
import type { HostPage } from '../../src/configuration.js'
import { Failure } from '../components/failure.js'
import { PageHead } from '../components/page-head.js'
import { useLanguage } from '../language/language-context.js'
import { SERVICE_URL } from '../session/own-service.js'
import { useSession } from '../session/session-context.js'

/** The module of a host page. Its default export draws the page, and may return a function that removes it. */
interface HostModule {
  readonly default: (element: HTMLElement, context: object) => (() => void) | undefined
}

/** A page whose contents the module of a host's plugin draws. */
export const HostPageView = ({ page }: { readonly page: HostPage }) => {
  const { client } = useSession()
  const { code } = useLanguage()
  const ref = useRef<HTMLDivElement>(null)
  const [error, setError] = useState<unknown>()
  useEffect(() => {
    let [isUnmounted, unmount]: [boolean, (() => void) | undefined] = [false, undefined]
    const draw = async () => {
      const module = (await import(SERVICE_URL + page.module)) as HostModule
      if (!isUnmounted && ref.current) unmount = module.default(ref.current, { client, language: code })
    }
    draw().catch(setError)
    return () => {
      isUnmounted = true
      unmount?.()
      ref.current?.replaceChildren()
    }
  }, [page.module, client, code])
  return (
    <>
      <PageHead title={page.title} />
      <Failure error={error} />
      <div ref={ref} />
    </>
  )
}
