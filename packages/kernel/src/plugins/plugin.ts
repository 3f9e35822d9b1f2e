import type { Resolver } from 'awilix'
import type { InferType, ObjectSchema } from 'yup'
import type { ErrorTable } from '../errors/define-errors.js'
import type { AnyRoute } from '../http/route.js'
import type { Migration } from '../storage/migrations.js'
import type { KernelServices, PluginLocals } from './kernel-services.js'
import type { Contribution } from './point.js'

/** A class whose constructor takes its dependencies by name. Made once per kernel, when the kernel starts. */
export type ServiceClass<Needs, Service> = new (needs: Needs) => Service

/** What a plugin registers: a class, or any resolver of awilix (`asValue`, `asFunction`, …). */
export type ServiceDefinition = ServiceClass<never, unknown> | Resolver<unknown>

/** The services of a plugin by their names, unique in a kernel. */
export type ServiceDefinitions = Readonly<Record<string, ServiceDefinition>>

/** The services that definitions make. */
export type ServicesOf<Definitions extends ServiceDefinitions> = {
  readonly [Name in keyof Definitions]: Definitions[Name] extends ServiceClass<never, infer Service>
    ? Service
    : Definitions[Name] extends Resolver<infer Service>
      ? Service
      : never
}

/**
 * What the parts of a plugin are given: what it needs, what it makes, what the kernel has, and its own settings and
 * log.
 */
export type Within<Needs, Config extends object, Definitions extends ServiceDefinitions> = Needs &
  ServicesOf<Definitions> &
  KernelServices &
  PluginLocals<Config>

/** A plugin as its author writes it. */
export interface PluginDefinition<Needs, Config extends object, Definitions extends ServiceDefinitions> {
  /** A noun in kebab case, unique in a kernel. */
  readonly name: string
  /** The plugins that must come before this one. */
  readonly dependsOn?: readonly string[]
  /**
   * The plugin's settings. Checked together with all others before anything starts; `settings` in services and routes.
   */
  readonly config?: ObjectSchema<Config>
  /** The errors that its services throw. */
  readonly errors?: ErrorTable
  /** The steps of its schema, in order. */
  readonly migrations?: readonly Migration[]
  /** Its services by name. Names are unique in a kernel. */
  readonly services?: Definitions
  /** What it gives to points. */
  readonly contributes?: (services: Within<Needs, Config, Definitions>) => readonly Contribution[]
  /** Its HTTP routes. */
  readonly routes?: (services: Within<Needs, Config, Definitions>) => readonly AnyRoute[]
  /**
   * Looks for what must keep the kernel from starting, such as a password in the settings that the rules refuse, before
   * the schema is touched: on a new database there are no tables yet. Changes nothing.
   */
  readonly preflight?: (services: Within<Needs, Config, Definitions>) => Promise<void> | void
  /** Runs once all plugins are registered and the schema is up to date, in the order of the plugins. */
  readonly start?: (services: Within<Needs, Config, Definitions>) => Promise<void> | void
  /** Undoes `start`, in the reverse order. */
  readonly stop?: (services: Within<Needs, Config, Definitions>) => Promise<void> | void
}

/** A plugin: data that needs some services of others and provides its own. The type carries both. */
export interface Plugin<in Needs, out Provides> extends AnyPlugin {
  /** A function has a name too: one that makes a plugin must be called first. */
  readonly length?: never
  /** Only a type: what must have been provided before. */
  readonly needs?: (services: Needs) => void
  /** Only a type: what comes with it. */
  readonly provides?: () => Provides
}

/** A plugin whose types do not matter: an item of a list that is made at run time. */
// biome-ignore lint/suspicious/noExplicitAny: the parts of any plugin, called with what it was checked to need
export type AnyPlugin = PluginDefinition<any, any, any>

/** What a service asks for that nobody has: the name of the service in an error of the compiler. */
interface ServiceNeedsWhatIsMissing<Missing> {
  readonly 'this service needs what neither the plugin nor its Needs nor the kernel has': Missing
}

/** Checks what each class of a plugin asks for against what there is. */
type Checked<Definitions extends ServiceDefinitions, Available> = {
  readonly [Name in keyof Definitions]: Definitions[Name] extends new (
    needs: infer Asked,
  ) => unknown
    ? Available extends Asked
      ? unknown
      : ServiceNeedsWhatIsMissing<Exclude<keyof Asked, keyof Available>>
    : unknown
}

/** What a plugin says that it provides and does not make. */
interface ServiceIsPromised<Missing> {
  readonly 'the plugin provides these services and its classes do not make them': Missing
}

/** The services that are promised and that nothing fitting is made for. */
type Unkept<Provides, Made> = {
  [Name in keyof Provides]: Made extends Pick<Provides, Name> ? never : Name
}[keyof Provides]

/** Stands for: everything that the plugin makes. */
export interface Everything {
  readonly 'all services of the plugin': true
}

/** What others may use of a plugin. */
type Provided<Provides, Definitions extends ServiceDefinitions> = Provides extends Everything
  ? ServicesOf<Definitions>
  : Provides

/**
 * Declares a plugin. `Needs` are the services of other plugins that it uses: what its classes ask for beyond them,
 * their own and the kernel's does not compile. `Provides` are those of its services that others may use, all of them
 * unless given.
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
  // biome-ignore lint/complexity/noBannedTypes: no settings and no services unless given
  return <Config extends object = {}, const Definitions extends ServiceDefinitions = {}>(
    definition: PluginDefinition<Needs, Config, Definitions> & {
      readonly services?: Checked<Definitions, Within<Needs, Config, Definitions>>
    } & (ServicesOf<Definitions> extends Provided<Provides, Definitions>
        ? unknown
        : ServiceIsPromised<Unkept<Provides, ServicesOf<Definitions>>>),
  ): Plugin<Needs, Provided<Provides, Definitions>> => definition as Plugin<Needs, Provided<Provides, Definitions>>
}

/** What a schema of settings makes of what a host gives, defaults filled in. */
export type SettingsOf<Schema extends ObjectSchema<object>> = Readonly<InferType<Schema>>
