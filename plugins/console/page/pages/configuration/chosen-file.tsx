import { useLanguage } from '../../language/language-context.js'

/** The name and size of the file that was chosen, if any. */
export const ChosenFile = ({ file }: { readonly file: File | undefined }) => {
  const { text, number } = useLanguage()
  if (!file) return null
  return (
    <p>
      <bdi class="file-name">{file.name}</bdi>{' '}
      <span class="muted">{text.configuration.kilobytes(number(Math.ceil(file.size / 1024)))}</span>
    </p>
  )
}
