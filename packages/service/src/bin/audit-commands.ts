import type { Command } from 'commander'
import type { VerifyAuditOptions } from '../commands/verify-audit.js'
import { FAILED } from '../exit-codes.js'
import { addExamples, addJson, addTaskCommand } from './task-command.js'

/** Adds the commands for the audit trail. */
export function addAuditCommands(program: Command): void {
  const audit = program.command('audit').description('verify the audit trail, or adopt a new key for it')
  const verify = audit
    .command('verify')
    .description('find events that were changed or removed after they were sealed; exits with 1 if there are any')
    .option(
      '--after <event>',
      'the position and seal that an earlier verification printed: that event must still exist',
    )
    .action(async (options: VerifyAuditOptions) => {
      const { verifyAudit } = await import('../commands/verify-audit.js')
      if (!(await verifyAudit(options))) process.exitCode = FAILED
    })
  addExamples(addJson(verify), 'plinth audit verify', 'plinth audit verify --after "1234 5f3c…"')
  addTaskCommand(
    audit,
    'adopt-key',
    'declare the key that sealed the audit trail permanently lost: the current key seals from now on, and every verification reports that',
    {
      format: () =>
        'The current key seals the audit trail from now on. If the previous key is not set, plinth audit verify reports that for as long as its events are kept.',
    },
  )
}
