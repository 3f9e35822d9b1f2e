import { useLanguage } from '../language/language-context.js'

/** The image of the service: one path, and nothing that a script could be in. */
const IMAGE = /^<svg viewBox="(0 0 \d+ \d+)"[^<>]*><path d="([MmHhVvZz\d\s.-]+)"\/><\/svg>\s*$/

/** A QR code, drawn from the numbers in an SVG image, because the policy allows neither HTML nor images from text. */
export const QrCode = ({ svg }: { readonly svg: string }) => {
  const { text } = useLanguage()
  const [, viewBox, path] = IMAGE.exec(svg) ?? []
  if (!path) return null // the key below it can be typed
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
