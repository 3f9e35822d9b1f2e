import { useLanguage } from '../language/language-context.js'

/** The SVG that the service returns: a single path, with no room for a script. */
const IMAGE = /^<svg viewBox="(0 0 \d+ \d+)"[^<>]*><path d="([MmHhVvZz\d\s.-]+)"\/><\/svg>\s*$/

/**
 * A QR code, drawn again from the path of an SVG: the content security policy allows neither HTML from strings nor
 * `data:` images.
 */
export const QrCode = ({ svg }: { readonly svg: string }) => {
  const { text } = useLanguage()
  const [, viewBox, path] = IMAGE.exec(svg) ?? []
  if (!path) return null // the user can type the secret instead
  return (
    <svg
      class="qr-code"
      viewBox={viewBox}
      role="img"
      aria-label={text.secondFactor.qrCode}
      shape-rendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}
