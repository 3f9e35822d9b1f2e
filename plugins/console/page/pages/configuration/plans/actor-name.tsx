import type { Plan } from '@plinth/client'
import { useLanguage } from '../../../language/language-context.js'

/** The name of an actor; if it has none, what kind of actor it is. */
export const ActorName = ({ actor: { kind, name } }: { readonly actor: Plan['created_by'] }) => {
  const { text } = useLanguage()
  return <bdi>{name ?? text.audit.actors[kind]}</bdi>
}
