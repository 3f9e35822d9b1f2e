import { useState } from 'preact/hooks'
import { useLanguage } from '../language/language-context.js'
import { Button } from './button.js'

/** Copies a text. On a page without a clipboard, such as one over plain HTTP, it asks the user to copy by hand. */
export const CopyButton = ({ value }: { readonly value: string }) => {
  const { text } = useLanguage()
  const [state, setState] = useState<'ready' | 'copied' | 'failed'>('ready')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      setState('copied')
    } catch {
      setState('failed')
    }
  }
  return (
    <span class="copy">
      <Button kind="plain" icon={state === 'copied' ? 'check' : 'copy'} onClick={() => void copy()}>
        {state === 'copied' ? text.copied : text.copy}
      </Button>
      <span class={state === 'failed' ? 'hint' : 'visually-hidden'} role="status">
        {state === 'copied' ? text.copied : state === 'failed' && text.copyByHand}
      </span>
    </span>
  )
}
