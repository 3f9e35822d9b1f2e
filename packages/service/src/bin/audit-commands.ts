import type { Command } from 'commander'
import type { VerifyAuditOptions } from '../commands/verify-audit.js'
import { FAILED } from './exit-codes.js'
import { addExamples, addJson, addTaskCommand } from './task-command.js'

/** Adds the commands for the audit trail. */
export function addAuditCommands(program: Command): void {
  const audit = program.command('audit').description('look after the audit trail')
  const verify = audit
    .command('verify')
    .description('find events that were changed or taken away since they were sealed. Exits with 1 when there are any.')
    .option(
      '--after <place>',
      'the position and seal that an earlier verification printed: that event must still exist',
    )
    .action(async (options: VerifyAuditOptions) => {
      const { verifyAudit } = await import('../commands/verify-audit.js')
      if (!(await verifyAudit(options))) process.exitCode = FAILED
    })
  addExamples(addJson(verify), 'plinth audit verify', 'plinth audit verify --after "1234 5f3c…"')
  addTaskCommand(audit, {
    verb: 'adopt-key',
    description:
      'say that the key which sealed the audit trail is gone for good, and that the present one seals from now on; every verification tells of it',
    inWords: () =>
      'The present key seals the audit trail from now on. If the former key is gone, plinth audit verify tells so as long as its events are kept.',
  })
}
