import { Button } from '../../../components/button.js'
import { useLanguage } from '../../../language/language-context.js'
import type { Loaded } from '../../../requests/use-request.js'
import { changeLocation } from '../../../shell/location.js'
import { CodeDrawer } from './code-drawer.js'
import type { ActiveCode } from './requests.js'
import { useExpiry } from './use-expiry.js'

interface ActiveCodesProps {
  readonly codes: Loaded<readonly ActiveCode[]>
  readonly isOpen: boolean
}

/** A button with the number of codes that can be redeemed, if any, and the drawer that lists them. */
export const ActiveCodes = ({ codes, isOpen }: ActiveCodesProps) => {
  const { text } = useLanguage()
  const { data = [], reload } = codes
  const [earliest] = data.map(({ expires_at: expiresAt }) => expiresAt).sort()
  useExpiry(earliest, reload)
  return (
    <>
      {data.length > 0 && (
        <Button onClick={() => changeLocation({ codes: 'yes' })}>{text.codes.count(data.length)}</Button>
      )}
      {isOpen && <CodeDrawer codes={codes} onClose={() => changeLocation({ codes: undefined }, { replace: true })} />}
    </>
  )
}
