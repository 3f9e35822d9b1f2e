import type { Plan } from '@plinth/client'
import { useLanguage } from '../../../language/language-context.js'

/** Who has done something. */
export const ActorName = ({ actor: { kind, name } }: { readonly actor: Plan['created_by'] }) => {
  const { text } = useLanguage()
  return <bdi>{name ?? text.audit.actors[kind]}</bdi>
}
