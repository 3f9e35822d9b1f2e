import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '../components/button.js'
import { TextField } from '../components/text-field.js'
import { useLanguage } from '../language/language-context.js'

const MAX_CODE_CHARACTERS = 64

interface CodeFieldProps {
  readonly value: string
  readonly onInput: (value: string) => void
  readonly error?: string | undefined
  readonly isFocused?: boolean
  /** Whether there are no recovery codes yet, so that only a code of the app is accepted. */
  readonly isAppOnly?: boolean
  /** Buttons for other ways than a code. */
  readonly children?: ComponentChildren
}

/** A field for a code of the app or a recovery code. The button only changes its texts and the keyboard of a phone. */
export const CodeField = ({ isAppOnly = false, children, ...field }: CodeFieldProps) => {
  const { text } = useLanguage()
  const [isRecovery, setRecovery] = useState(false)
  return (
    <>
      <TextField
        {...field}
        label={isRecovery ? text.secondFactor.recoveryCode : text.secondFactor.code}
        hint={isRecovery ? text.secondFactor.recoveryCodeHint : text.secondFactor.codeHint}
        autocomplete="one-time-code"
        inputMode={isRecovery ? 'text' : 'numeric'}
        maxLength={MAX_CODE_CHARACTERS}
        isRequired
      />
      {!isAppOnly && (
        <div class="ways">
          <Button kind="quiet" onClick={() => setRecovery(!isRecovery)}>
            {isRecovery ? text.secondFactor.useApp : text.secondFactor.useRecoveryCode}
          </Button>
          {children}
        </div>
      )}
    </>
  )
}
