import { field } from '@plinth/kernel'
import type { HistoricalTable } from '@plinth/kernel/contracts'

/** Maximum length of a text, which `field.text` requires. This plugin does not write the texts itself. */
const MAX_TEXT_CHARACTERS = 16_384

const text = (isNullable = false) => field.text({ max: MAX_TEXT_CHARACTERS, ...(isNullable && { nullable: true }) })

/** The historical data of a plant. */
export const plantHistory: readonly HistoricalTable[] = [
  {
    name: 'TagValue',
    table: 'plinth_tag_values',
    fields: {
      id: field.rowId(),
      tag: field.reference({ column: 'tag_id', to: 'Tags', by: { name: 'tag' }, as: 'name' }),
      unit: field.reference({ column: 'unit_id', to: 'Units', by: { unit: 'unit' }, as: 'name' }),
      value: field.number(),
      timestamp: field.timestamp(),
    },
  },
  {
    name: 'Events',
    table: 'plinth_events',
    searched: 'message',
    fields: {
      id: field.rowId(),
      timestamp: field.timestamp(),
      message: text(),
      description: text(true),
      classification: text(true),
      priority: field.integer({ nullable: true }),
      criticity: field.integer({ nullable: true }),
      user: text(),
    },
  },
  {
    name: 'Logs',
    table: 'plinth_logs',
    searched: 'message',
    fields: {
      id: field.rowId(),
      timestamp: field.timestamp(),
      message: text(),
      description: text(true),
      classification: text(true),
      user: text(),
      alarm_summary_id: field.integer({ nullable: true }),
      event_id: field.integer({ nullable: true }),
    },
  },
  {
    name: 'AlarmSummary',
    table: 'plinth_alarm_summary',
    fields: {
      id: field.rowId(),
      alarm: field.reference({ column: 'alarm_id', to: 'Alarms', by: { name: 'alarm' }, as: 'name' }),
      state: field.reference({ column: 'alarm_state_id', to: 'AlarmStates', by: { name: 'state' }, as: 'name' }),
      alarm_time: field.timestamp(),
      ack_time: field.timestamp({ nullable: true }),
    },
  },
]
