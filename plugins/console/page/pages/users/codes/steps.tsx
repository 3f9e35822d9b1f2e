import { useLanguage } from '../../../language/language-context.js'
import { CONSOLE_URL } from '../../../session/own-service.js'

/** What a user does with a code. */
export const Steps = () => {
  const { text } = useLanguage()
  return (
    <ol class="steps">
      {text.codes.steps(CONSOLE_URL).map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  )
}
