import type { Resolver } from 'awilix'
import type { Knex } from 'knex'
import type { InferType, ObjectSchema } from 'yup'
import type { ErrorTable } from '../errors/define-errors.js'
import type { AnyRoute } from '../http/route.js'
import type { Dialect } from '../storage/dialect.js'
import type { Migration } from '../storage/migrations.js'
import type { KernelServices, PluginLocals } from './kernel-services.js'
import type { Contribution } from './point.js'

/** A class whose constructor takes its dependencies by name. Instantiated once per kernel, when the kernel starts. */
export type ServiceClass<Needs, Service> = new (needs: Needs) => Service

/** The definition of a service: a class, or any awilix resolver (`asValue`, `asFunction`, …). */
export type ServiceDefinition = ServiceClass<never, unknown> | Resolver<unknown>

/** The services of a plugin by name. Names are unique in a kernel. */
export type ServiceDefinitions = Readonly<Record<string, ServiceDefinition>>

/** The types of the services that definitions create. */
export type ServicesOf<Definitions extends ServiceDefinitions> = {
  readonly [Name in keyof Definitions]: Definitions[Name] extends ServiceClass<never, infer Service>
    ? Service
    : Definitions[Name] extends Resolver<infer Service>
      ? Service
      : never
}

/** The services that the functions of a plugin receive: those it needs, its own, the kernel's, its settings and log. */
export type PluginScope<Needs, Config extends object, Definitions extends ServiceDefinitions> = Needs &
  ServicesOf<Definitions> &
  KernelServices &
  PluginLocals<Config>

/** A plugin as its author writes it. */
export interface PluginDefinition<Needs, Config extends object, Definitions extends ServiceDefinitions> {
  /** A noun in kebab case, unique in a kernel. */
  readonly name: string
  /** Names of the plugins that must be added before this one. */
  readonly dependsOn?: readonly string[]
  /**
   * Schema of the plugin's settings. They are validated before anything starts, and passed to services and routes as
   * `settings`.
   */
  readonly settings?: ObjectSchema<Config>
  /** The errors that its services throw. */
  readonly errors?: ErrorTable
  /** The migrations of its database schema, in order. */
  readonly migrations?: readonly Migration[]
  /**
   * Runs before pending migrations, whichever plugins they belong to, in the same transaction. Use it to drop objects
   * that would block a migration, such as triggers, and create them again in `start`.
   */
  readonly beforeMigrations?: (transaction: Knex.Transaction, dialect: Dialect) => Promise<void>
  /** Its services by name. Names are unique in a kernel. */
  readonly services?: Definitions
  /** Returns its contributions to extension points. */
  readonly contributes?: (services: PluginScope<Needs, Config, Definitions>) => readonly Contribution[]
  /** Returns its HTTP routes. */
  readonly routes?: (services: PluginScope<Needs, Config, Definitions>) => readonly AnyRoute[]
  /**
   * Throws if the kernel must not start, for example because a password in the settings breaks a rule. Runs before the
   * migrations, so a new database has no tables yet. Must not change anything.
   */
  readonly preflight?: (services: PluginScope<Needs, Config, Definitions>) => Promise<void> | void
  /** Runs after the migrations, in the order of the plugins. */
  readonly start?: (services: PluginScope<Needs, Config, Definitions>) => Promise<void> | void
  /** Reverses `start`. Runs in the reverse order of the plugins. */
  readonly stop?: (services: PluginScope<Needs, Config, Definitions>) => Promise<void> | void
}

/** A plugin, with the types of the services that it needs from other plugins and of those that it provides. */
export interface Plugin<in Needs, out Provides> extends AnyPlugin {
  /** Rejects functions, which also have a `name`: a function that returns a plugin must be called first. */
  readonly length?: never
  /** Type only: services that earlier plugins must provide. */
  readonly needs?: (services: Needs) => void
  /** Type only: services that the plugin provides. */
  readonly provides?: () => Provides
}

/** A plugin without its service types, for lists that are built at run time. */
// biome-ignore lint/suspicious/noExplicitAny: accepts the parts of any plugin
export type AnyPlugin = PluginDefinition<any, any, any>

/** Names the unmet dependencies of a service in a compiler error. */
interface MissingDependency<Missing> {
  readonly 'this service depends on something that the plugin, its Needs and the kernel do not have, or have with another type': Missing
}

/** Checks the dependencies of each class of a plugin against the available services. */
type Checked<Definitions extends ServiceDefinitions, Available> = {
  readonly [Name in keyof Definitions]: Definitions[Name] extends new (
    needs: infer Dependencies,
  ) => unknown
    ? Available extends Dependencies
      ? unknown
      : MissingDependency<MissingFrom<Dependencies, Available>>
    : unknown
}

/** Names, in a compiler error, the services that a plugin declares in `Provides` but does not create. */
interface MissingService<Missing> {
  readonly 'these services are declared in Provides, but the plugin does not create them with that type': Missing
}

/** The names of services that are required but not available, or available with another type. */
type MissingFrom<Wanted, Available> = {
  [Name in keyof Wanted]: Available extends Pick<Wanted, Name> ? never : Name
}[keyof Wanted]

/** Marker type: the plugin provides all services that it creates. */
export interface Everything {
  readonly 'all services of the plugin': true
}

/** The services of a plugin that other plugins may use. */
type Provided<Provides, Definitions extends ServiceDefinitions> = Provides extends Everything
  ? ServicesOf<Definitions>
  : Provides

/**
 * Declares a plugin. `Needs` are the services of other plugins that it uses: a class that depends on anything other
 * than these, the plugin's own and the kernel's services does not compile. `Provides` are the services that other
 * plugins may use; all of them by default.
 *
 * @example
 * export const greetings = definePlugin<{ userDirectory: UserDirectory }>()({
 *   name: 'greetings',
 *   dependsOn: ['users'],
 *   services: { greeter: Greeter },
 *   routes: ({ greeter }) => [greet(greeter)],
 * })
 */
// biome-ignore lint/complexity/noBannedTypes: nothing needed
export function definePlugin<Needs extends object = {}, Provides extends object = Everything>() {
  // biome-ignore lint/complexity/noBannedTypes: no settings and no services by default
  return <Config extends object = {}, const Definitions extends ServiceDefinitions = {}>(
    definition: PluginDefinition<Needs, Config, Definitions> & {
      readonly services?: Checked<Definitions, PluginScope<Needs, Config, Definitions>>
    } & (ServicesOf<Definitions> extends Provided<Provides, Definitions>
        ? unknown
        : MissingService<MissingFrom<Provides, ServicesOf<Definitions>>>),
  ): Plugin<Needs, Provided<Provides, Definitions>> => definition as Plugin<Needs, Provided<Provides, Definitions>>
}

/** The type of settings validated by a schema, with defaults filled in. */
export type SettingsOf<Schema extends ObjectSchema<object>> = Readonly<InferType<Schema>>
