import { useState } from 'preact/hooks'
import { Button } from '../../../components/button.js'
import { useLanguage } from '../../../language/language-context.js'
import { excerptOf, MAX_EXCERPT_CHARACTERS } from './excerpts.js'

/** A text. A long one is cut off, with a button to show all. */
export const LongText = ({ value }: { readonly value: string }) => {
  const { text } = useLanguage()
  const [isWhole, setWhole] = useState(value.length <= MAX_EXCERPT_CHARACTERS)
  return (
    <>
      <bdi class="line">{isWhole ? value : excerptOf(value)}</bdi>{' '}
      {!isWhole && (
        <Button kind="quiet" onClick={() => setWhole(true)}>
          {text.plans.showAll}
        </Button>
      )}
    </>
  )
}
