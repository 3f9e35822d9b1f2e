import { useLanguage } from '../../../language/language-context.js'
import { serviceName } from '../../../session/own-service.js'
import type { NewCode } from './requests.js'
import { Steps } from './steps.js'

/** A printed code, to be handed to its user. */
export const Slip = ({ issued }: { readonly issued: NewCode }) => {
  const { text, date } = useLanguage()
  return (
    <article class="slip">
      <p dir="auto">{serviceName()}</p>
      <h1>{text.codes.slipTitle}</h1>
      <dl class="facts">
        <div>
          <dt>{text.users.username}</dt>
          <dd>
            <bdi>{issued.username}</bdi>
          </dd>
        </div>
        <div>
          <dt>{text.codes.code}</dt>
          <dd class="code">{issued.code}</dd>
        </div>
        <div>
          <dt>{text.codes.validUntil}</dt>
          <dd>{date(issued.expires_at)}</dd>
        </div>
      </dl>
      <Steps />
      <p>{text.codes.slipHint}</p>
    </article>
  )
}
