import type { StandardServices } from '../standard-plugins.js'
import { IMPORT, type ImportOutcome } from './document-tasks.js'
import type { TaskAnswer } from './task-answer.js'
import type { TaskName } from './tasks.js'

/** Tasks that change something, and what in their input says whom or what. */
const TARGETS: Readonly<Partial<Record<TaskName, 'username' | 'role' | 'id' | 'settings'>>> = {
  'users add': 'username',
  'users set-password': 'username',
  'users set-role': 'username',
  'users disable': 'username',
  'users enable': 'username',
  'users delete': 'username',
  'sessions end': 'username',
  'tpt create': 'role',
  'tpt revoke': 'id',
  'settings set': 'settings',
}

/** Leaves a trace of a task that the command has had done by this service; of none that was refused, and of no secret. */
export function logTask({ logControl }: StandardServices, task: string, input: unknown, answer: TaskAnswer): void {
  const by = Object.hasOwn(TARGETS, task) ? TARGETS[task as TaskName] : undefined
  if (by === undefined || 'refusal' in answer || isRefusedPassword(answer.output)) return
  const target = by === 'settings' ? input : (input as Record<string, unknown>)[by]
  logControl.logger.info({ task, target }, DONE)
}

/** Leaves a trace of a document that was brought in: how many records. */
export function logImport({ logControl }: StandardServices, { ending, report }: ImportOutcome): void {
  if (ending === 'written') logControl.logger.info({ task: IMPORT, target: report.summary }, DONE)
}

const DONE = 'done by the command'

/** A password that the rules refuse is no error for the service that is asked. */
function isRefusedPassword(output: unknown): boolean {
  return (output as { message?: unknown } | undefined)?.message === null
}
