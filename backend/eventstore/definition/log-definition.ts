// What an application keeps in its log, said once: the categories of its streams, counters of ids, unique values, guarded quantities.
import type { AnyEvent, EventDefinition, EventDefinitions, EventOf } from './event-definition.ts'
import type { operatorEvents } from './operator.events.ts'

/** `order-9` is a stream of the category `order`. */
export type Category = {
  /** Stands in the id of each of its streams: 1 to 32767, never changed and never used again. */
  readonly code: number
  /** All that its streams may hold. */
  readonly events: EventDefinitions
  /** The event after which the claims of a stream may be released. It is stored when the event is first registered. */
  readonly freesClaims?: string
}
export type Categories = Readonly<Record<string, Category>>

/**
 * A change of two numbers that the database guards for a key: how many units there are, and how many of them are taken. An append
 * that would leave fewer than none taken, or more than there are, is refused.
 */
export type GuardedChange = { key: number; total: number; taken: number }

/** Per category, what its events change of the guarded numbers; null: nothing. */
export type Guards<C extends Categories> = {
  readonly [K in keyof C]?: { of(event: EventOf<C[K]['events']>): GuardedChange | null }['of']
}

export type LogDefinition<
  C extends Categories = Categories,
  Counter extends string = string,
  Scope extends string = string,
  ActorName extends string = string,
> = {
  readonly categories: C
  /** What `nextId` counts; the application's migrations make a sequence es.<counter>_id for each. */
  readonly counters: readonly Counter[]
  /** Scopes within which a claimed value is unique, with their numbers in stored claims: never changed and never used again. */
  readonly claimScopes: Readonly<Record<Scope, number>>
  /** Who causes events, kept beside each of them. A name that ends in ':' is followed by an id: `user:7`. */
  readonly actors: readonly ActorName[]
  readonly guards: Guards<C>
}

/** The store keeps what operators do to the projections in a category of this name. */
type WithOperation = { readonly operation: { readonly code: number; readonly events: typeof operatorEvents } }

/** Declares a log; throws if a name or number could not be stored, or stands for two things. */
export function defineLog<
  const C extends Categories & WithOperation,
  const Counter extends string,
  const Scope extends string,
  const ActorName extends string,
>(log: LogDefinition<C, Counter, Scope, ActorName>): LogDefinition<C, Counter, Scope, ActorName> {
  const { categories, counters, claimScopes } = log
  for (const name of [...Object.keys(categories), ...counters])
    if (!/^[a-z][a-z_]*$/.test(name)) throw new Error(`a category or counter is named in a-z and _: ${name}`)
  for (const [name, { events, freesClaims }] of Object.entries<Category>(categories))
    if (freesClaims !== undefined && !Object.hasOwn(events, freesClaims))
      throw new Error(`${freesClaims} is no event of the category ${name}`)
  const codes = Object.values(categories).map(({ code }) => code)
  const scopes = Object.values<number>(claimScopes)
  for (const number of [...codes, ...scopes])
    if (!Number.isInteger(number) || number < 1 || number > 32_767) throw new Error(`not a smallint from 1: ${number}`)
  refuseRepeats('code of categories', codes)
  refuseRepeats('number of claim scopes', scopes)
  refuseRepeats(
    'event',
    eventDefinitionsOf(log).map(({ name }) => name),
  )
  return log
}

function refuseRepeats(what: string, items: readonly (string | number)[]): void {
  const repeated = items.find((item, index) => items.indexOf(item) !== index)
  if (repeated !== undefined) throw new Error(`the ${what} ${repeated} stands for two things`)
}

/** Every event of the log, category by category. */
export function eventDefinitionsOf({ categories }: Pick<LogDefinition, 'categories'>): EventDefinition[] {
  return Object.values(categories).flatMap(({ events }) => Object.values(events))
}

/** The guarded change that an event stands for; null: none. */
export function guardedChangeOf(log: LogDefinition, event: AnyEvent): GuardedChange | null {
  for (const [category, guard] of Object.entries(log.guards))
    if (guard && event.type in (log.categories[category]?.events ?? {})) return guard(event)
  return null
}

export type CategoryOf<L extends LogDefinition> = keyof L['categories'] & string
export type CounterOf<L extends LogDefinition> = L['counters'][number]
export type ClaimScopeOf<L extends LogDefinition> = keyof L['claimScopes'] & string
/** The events that streams of these categories may hold; by default, of any. */
export type EventIn<L extends LogDefinition, C extends CategoryOf<L> = CategoryOf<L>> = {
  [K in C]: EventOf<L['categories'][K]['events']>
}[C]
export type ActorOf<L extends LogDefinition> = NamedActor<L['actors'][number]>
type NamedActor<Name extends string> = Name extends `${string}:` ? `${Name}${string | number}` : Name
