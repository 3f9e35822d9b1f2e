import { NOT_READABLE, suggestVariable } from '../environment/read-environment.js'
import { RUN_AS_OWNER } from '../file-access.js'
import { standardPlugins } from '../standard-plugins.js'
import { type Check, fail, ok, warn } from './check.js'

const NONE_SET =
  'no PLINTH_ variable is set, so the defaults are checked. With systemd, load /etc/plinth/plinth.env as the service does'

export const settings: Check = {
  name: 'settings',
  diagnose({ problems, unknownVariables, hasVariables }) {
    const invalid = problems.map((problem) => fail(problem.replace(/\.$/, ''), remedyOf(problem)))
    const unknown = unknownVariables.map((name) =>
      warn(
        `${name} is not a setting of Plinth`,
        `check its spelling; the README lists all settings.${suggestVariable(name, standardPlugins)}`.replace(
          /\.$/,
          '',
        ),
      ),
    )
    const findings = [...invalid, ...unknown]
    return findings.length > 0 ? findings : [ok(hasVariables ? 'all are valid' : NONE_SET)]
  },
}

function remedyOf(problem: string): string {
  if (problem.includes(NOT_READABLE)) return RUN_AS_OWNER
  return / is required/.test(problem) ? 'set it' : 'correct it, or remove it'
}
