import { useLanguage } from '../language/language-context.js'
import { LANGUAGES } from '../language/languages.js'
import type { Preferences } from '../session/stored-preferences.js'

interface PreferenceFieldsProps {
  readonly preferences: Preferences
  readonly onChange: (changes: Partial<Preferences>) => void
}

/** The fields with which the user chooses language and colours. */
export const PreferenceFields = ({ preferences, onChange }: PreferenceFieldsProps) => {
  const { code, text } = useLanguage()
  return (
    <div class="preferences">
      <select
        aria-label={text.language}
        value={code}
        onChange={({ currentTarget }) => onChange({ language: currentTarget.value })}
      >
        {Object.entries(LANGUAGES).map(([value, name]) => (
          <option key={value} value={value} lang={value}>
            {name}
          </option>
        ))}
      </select>
      <select
        aria-label={text.theme}
        value={preferences.theme}
        onChange={({ currentTarget }) => onChange({ theme: currentTarget.value as Preferences['theme'] })}
      >
        <option value="system">{text.themeSystem}</option>
        <option value="light">{text.themeLight}</option>
        <option value="dark">{text.themeDark}</option>
      </select>
    </div>
  )
}
