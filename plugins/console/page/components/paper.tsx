import { type ComponentChildren, render } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { LanguageContext, useLanguage } from '../language/language-context.js'

/** Contents only for printing. While mounted, they are printed instead of the page; the screen never shows them. */
export const Paper = ({ children }: { readonly children: ComponentChildren }) => {
  const language = useLanguage()
  const paper = useRef<HTMLElement>()
  useEffect(() => {
    const element = document.createElement('div')
    element.className = 'paper'
    document.body.prepend(element)
    paper.current = element
    return () => {
      render(null, element)
      element.remove()
    }
  }, [])
  useEffect(() => {
    if (!paper.current) return
    render(<LanguageContext.Provider value={language}>{children}</LanguageContext.Provider>, paper.current)
  })
  return null
}
