import type { PlannedChange } from '@plinth/client'
import { Badge } from '../../../components/badge.js'
import { useLanguage } from '../../../language/language-context.js'
import { ConflictFields } from '../merges/conflict-fields.js'
import { FieldChange } from './field-change.js'
import { RecordFields } from './record-fields.js'

const BADGES = { add: 'good', update: 'warning', remove: 'bad', refused: 'plain', conflict: 'bad' } as const

interface ChangeItemProps {
  readonly plan: string
  readonly change: PlannedChange
  /** The word for the kind of the change. */
  readonly kindWord: string
}

/** What a plan does with one record: the changed fields, the added or removed record, or why it does nothing. */
export const ChangeItem = ({ plan, change, kindWord }: ChangeItemProps) => {
  const { text } = useLanguage()
  const { table, kind, name, fields, record, reason } = change
  const role = table === 'Users' && typeof record?.role === 'string' ? record.role : undefined
  return (
    <li class="change">
      <div class="row">
        <Badge kind={BADGES[kind]}>{kindWord}</Badge>
        <bdi class="file-name">{name}</bdi>
        <bdi class="muted wrap">{table}</bdi>
        {role && <bdi class="wrap">{`${text.users.role}: ${role}`}</bdi>}
      </div>
      {reason && (
        <p class="wrap" lang="en">
          {reason}
        </p>
      )}
      {kind === 'conflict' && <ConflictFields plan={plan} change={change} />}
      {kind !== 'conflict' && fields && (
        <dl class="facts">
          {fields.map((field) => (
            <FieldChange key={field.name} field={field} />
          ))}
        </dl>
      )}
      {record && <RecordFields record={record} />}
    </li>
  )
}
