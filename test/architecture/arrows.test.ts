import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { cruise, type ICruiseResult, type IForbiddenRuleType, type IRegularForbiddenRuleType } from 'dependency-cruiser'

/** What must not import what. Run over the emitted JavaScript: the cruiser does not read the sources of this compiler. */
const FORBIDDEN: IForbiddenRuleType[] = [
  arrow('the kernel imports no other workspace', '^packages/kernel/', { path: '^(plugins|packages/(?!kernel/))' }),
  {
    name: 'plugins import only the kernel',
    severity: 'error',
    from: { path: '^plugins/([^/]+)/' },
    to: { path: '^(plugins|packages)/', pathNot: ['^plugins/$1/', '^packages/kernel/'] },
  },
  arrow('only the service names the plugins', '^packages/(?!service/)', { path: '^plugins/' }),
  arrow('the client imports no other workspace', '^packages/client/', { path: '^(plugins|packages/(?!client/))' }),
  arrow('nobody imports an example', '^(plugins|packages)/', { path: '^examples/' }),
  arrow('examples import what is public', '^examples/', { path: '^(plugins|packages)/[^/]+/dist/(?!index\\.js)' }),
  arrow('only http imports restify', '^(?!packages/kernel/dist/http/)', { path: '^node_modules/restify(-errors)?/' }),
  arrow('only storage imports a database driver', '^(?!packages/(kernel/dist/storage|testing/dist)/)', {
    path: '^node_modules/(pg|sqlite3)/',
  }),
  arrow('only storage imports knex, but for its types', '^(?!packages/kernel/dist/storage/)', {
    path: '^node_modules/knex/',
  }),
  arrow('only boot imports awilix', '^(?!packages/kernel/dist/(boot|plugins)/)', { path: '^node_modules/awilix/' }),
  arrow('storage knows nothing above it', '^packages/kernel/dist/storage/', {
    path: '^packages/kernel/dist/(?!storage/|errors/)',
  }),
  arrow('http knows no boot', '^packages/kernel/dist/http/', {
    path: '^packages/kernel/dist/(boot|platform|kernel\\.js)',
  }),
  { name: 'nothing is circular', severity: 'error', from: {}, to: { circular: true } },
]

describe('the arrows between the workspaces', () => {
  it('are as drawn', async () => {
    const workspaces = ['packages', 'plugins', 'examples'].flatMap((group) =>
      readdirSync(group).map((name) => `${group}/${name}/dist`),
    )

    const { summary } = await cruiseAll(workspaces)

    const violations = summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)
    expect(violations).to.deep.equal([])
    expect(summary.totalCruised, 'nothing was read: is it built?').to.be.greaterThan(100)
  })

  it('are refused when they point the wrong way', async () => {
    const rule = arrow('a rule that the kernel breaks', '^packages/kernel/', { path: '^node_modules/yup/' })

    const { summary } = await cruiseAll(['packages/kernel/dist'], [rule])

    expect(summary.violations).not.to.be.empty
  })
})

describe('what only some may touch', () => {
  const sources = ['packages', 'plugins'].flatMap((group) =>
    readdirSync(group).flatMap((name) => sourcesBelow(join(group, name, 'src'))),
  )

  for (const [what, expression, allowed] of [
    ['process.env is read', /process\.env/, /^packages\/(service|testing)\//],
    ['signals and faults are handled', /process\.on\(/, /^packages\/service\//],
    ['the console is written to', /console\.|process\.std(out|err)/, /^packages\/service\//],
    ['a database driver is named', /['"](pg|sqlite3)['"]/, /^packages\/(kernel\/src\/storage|testing)\//],
    ['restify is named', /['"]restify(-errors)?['"]/, /^packages\/kernel\/src\/http\//],
    ['jsonwebtoken is named', /['"]jsonwebtoken['"]/, /^plugins\/tpt\//],
    ['bcrypt is named', /['"]bcrypt['"]/, /^plugins\/users\//],
  ] as const) {
    it(`${what} only where it belongs`, () => {
      const strangers = sources.filter((file) => !allowed.test(file) && expression.test(readFileSync(file, 'utf8')))

      expect(strangers).to.deep.equal([])
    })
  }

  it('no table of the plant is named by the transfer', () => {
    const tables = /plinth_(?!migrations|imports_|exports_)\w+|['"](Tags|Alarms|Machines|Users|Roles|Units|Segment)['"]/
    const strangers = sources.filter(
      (file) => file.startsWith('plugins/config-transfer/') && tables.test(readFileSync(file, 'utf8')),
    )

    expect(strangers).to.deep.equal([])
  })
})

function arrow(name: string, from: string, to: IRegularForbiddenRuleType['to']): IForbiddenRuleType {
  return { name, severity: 'error', from: { path: from }, to }
}

async function cruiseAll(folders: string[], forbidden = FORBIDDEN): Promise<ICruiseResult> {
  const { output } = await cruise(folders, {
    validate: true,
    ruleSet: { forbidden },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.d\\.ts$|/dist/bundle/' }, // the command is all of it in one file
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  })
  return output as ICruiseResult
}

function sourcesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name))
}
