import { useLanguage } from '../../language/language-context.js'
import { mayCall, type Operation } from './operations.js'

interface RoleRightsProps {
  readonly level: number
  readonly operations: readonly Operation[]
}

/** The operations that users of a level may call, by group. The rules of some depend on the other user, too. */
export const RoleRights = ({ level, operations }: RoleRightsProps) => {
  const { text, number } = useLanguage()
  const allowed = operations.filter((operation) => mayCall(level, operation))
  const groups = [...new Set(allowed.map(({ group }) => group))]
  return (
    <details class="rights">
      <summary>{text.roles.operations(number(allowed.length), number(operations.length))}</summary>
      <p class="hint">{text.roles.operationsHint}</p>
      <dl class="facts">
        {groups.map((name) => (
          <div key={name}>
            <dt>{name}</dt>
            {allowed.map((operation) => operation.group === name && <dd key={operation.name}>{operation.summary}</dd>)}
          </div>
        ))}
      </dl>
    </details>
  )
}
